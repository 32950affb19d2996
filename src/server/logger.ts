import type { Logger, LogLevel } from '../types/index.js';

const severity: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };

/** Writes plain lines to standard error, from `level` up. What a server uses unless it is given a logger. */
export function stderrLogger(level: LogLevel = 'info'): Logger {
  const from = severity[level];
  const line =
    (of: LogLevel) =>
    (message: string, ...details: unknown[]) => {
      if (severity[of] >= from) console.error(`[parley] ${of}: ${message}`, ...details);
    };
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
}
