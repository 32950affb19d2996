import type { Meta, ProgressToken } from './meta.js';

/** How far a request has come. */
export type ProgressNotificationParams = {
  progressToken: ProgressToken;
  /** Grows with every message; may be a fraction. */
  progress: number;
  /** What `progress` will be at the end, when known. */
  total?: number | undefined;
  /** Since 2025-03-26. */
  message?: string | undefined;
  _meta?: Meta | undefined;
};
