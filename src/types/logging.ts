import type { Meta, RequestMeta } from './meta.js';

/** How grave a log message is, from `debug` to `emergency` (RFC 5424). */
export type LoggingLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

/** The levels, the least grave first. */
export const loggingLevels: readonly LoggingLevel[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
];

/** Whether a value is one of them. */
export function isLoggingLevel(value: unknown): value is LoggingLevel {
  return loggingLevels.some((level) => level === value);
}

/** The lowest level to send from now on. Until 2025-11-25. */
export type SetLevelRequestParams = {
  level: LoggingLevel;
  _meta?: RequestMeta | undefined;
};

/** A log message for the client. */
export type LoggingMessageNotificationParams = {
  level: LoggingLevel;
  /** Who logged it. */
  logger?: string | undefined;
  /** Any JSON value. Never secrets. */
  data: unknown;
  _meta?: Meta | undefined;
};
