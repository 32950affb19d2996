import type { Logger } from '../types/index.js';

const usual = /^(?![-.])[\w.-]{1,128}(?<![-.])$/;

/** Warns of a tool name that some clients will not take (specification: tools, names). The tool is registered all the same. */
export function warnAboutName(name: string, logger: Logger): void {
  if (usual.test(name)) return;
  const rule = 'is not 1 to 128 letters, digits, "_", "-" and ".", with neither "-" nor "." first or last';
  logger.warn(`The tool name ${JSON.stringify(name)} ${rule}; some clients will refuse it.`);
}
