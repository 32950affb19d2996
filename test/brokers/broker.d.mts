/** A broker of this machine on a free port of the loopback, which it keeps when it is started again. Ends with this process at the latest. */
export class BrokerProcess implements AsyncDisposable {
  private constructor();
  readonly port: number;
  static redis(): Promise<BrokerProcess>;
  static nats(): Promise<BrokerProcess>;
  /** Resolves when it takes connections. */
  start(): Promise<this>;
  /** Kills it without a warning, as an outage does. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Why the broker of this name cannot run here, or `undefined`. */
export function missingBroker(command: string): string | undefined;
