import type { Logger, LogLevel } from 'parley-mcp';

export interface LogLine {
  readonly level: LogLevel;
  readonly message: string;
  readonly details: readonly unknown[];
}

/** A logger that keeps what it is told. */
export class Logbook implements Logger {
  readonly lines: LogLine[] = [];
  readonly debug = this.#keep('debug');
  readonly info = this.#keep('info');
  readonly warn = this.#keep('warn');
  readonly error = this.#keep('error');

  /** The lines of one level, as text. */
  at(level: LogLevel): string[] {
    return this.lines.filter((line) => line.level === level).map((line) => line.message);
  }

  #keep(level: LogLevel) {
    return (message: string, ...details: unknown[]): void => {
      this.lines.push({ level, message, details });
    };
  }
}
