/** How to start a server that speaks over its standard input and output. */
export interface StdioServerParameters {
  /** The program: a path, or a name that is looked up in `PATH`. No shell is involved. */
  command: string;
  args?: readonly string[] | undefined;
  /**
   * Variables added to the few that the server inherits: `HOME`, `LOGNAME`, `PATH`, `SHELL`, `TERM` and `USER`, on Windows
   * `APPDATA`, `HOMEDRIVE`, `HOMEPATH`, `LOCALAPPDATA`, `PATH`, `PATHEXT`, `PROCESSOR_ARCHITECTURE`, `SYSTEMDRIVE`,
   * `SYSTEMROOT`, `TEMP`, `USERNAME` and `USERPROFILE`. Nothing else of this process's environment reaches the server.
   */
  env?: Record<string, string> | undefined;
  /** The server's working directory. By default that of this process. */
  cwd?: string | undefined;
  /**
   * What happens to the server's standard error. `'inherit'` (default): it is shown on that of this process. `'pipe'`: it is only
   * kept for error messages. A function: it is called with each line. `'ignore'`: the server writes to the null device.
   * Except with `'ignore'`, the last 8 KiB are kept and appear in the error when the server dies.
   */
  stderr?: 'inherit' | 'ignore' | 'pipe' | ((line: string) => void) | undefined;
  /** The longest message of the server, in bytes; 64 MiB by default. A longer one is skipped and fails only its own request. */
  maxMessageBytes?: number | undefined;
  /**
   * How long `close()` waits, in milliseconds, for the server to exit by itself after its standard input has ended; 2,000 by
   * default. Then the server and the processes that it has started are told to terminate, and killed 2 s later.
   */
  closeTimeoutMs?: number | undefined;
}
