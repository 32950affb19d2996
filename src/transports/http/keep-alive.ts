/** How long a call or stream may be silent before a comment is sent, in milliseconds, unless an option says otherwise. */
export const defaultKeepAliveMs = 15_000;

/** An open call or event stream that must not be silent for long. */
export interface KeepAliveEntry {
  /** True once nothing has to be sent any more: the entry is forgotten. */
  readonly closed: boolean;
  /** When something was last sent, as `performance.now()` told it. */
  readonly silentSince: number;
  /** Milliseconds of silence after which `keepAlive` is due. */
  readonly keepAliveMs: number;
  /** What watches the entry, and its neighbours there. Only what watches sets them: one list through the entries costs no look-up. */
  watch: Watch | undefined;
  previous: KeepAliveEntry | undefined;
  next: KeepAliveEntry | undefined;
  /** Sends a comment. */
  keepAlive(): void;
}

/** What watches entries. */
export interface Watch {
  remove(entry: KeepAliveEntry): void;
}

/** Watches an entry no more. */
export function forgetSilence(entry: KeepAliveEntry): void {
  entry.watch?.remove(entry);
}
