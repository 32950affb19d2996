// What all bundlings of a build have in common.
import { isAbsolute } from 'node:path';

/** Options of rolldown that read nothing of the project's, and make an error of each warning. */
export const strictly = {
  tsconfig: false,
  checks: { bundlerTimings: false },
  onLog(level, { message }) {
    if (level === 'warn') throw new Error(message);
  },
};

/** Whether an import names a package, a built-in or a platform part, and no file. */
export function namesNoFile(id) {
  return !id.startsWith('.') && !isAbsolute(id);
}
