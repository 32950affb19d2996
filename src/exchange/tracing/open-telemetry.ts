import type { JsonObject } from '../../types/index.js';
import type { Exchange } from '../exchange.js';
import type { OpenTelemetry } from './api.js';
import type * as spans from './spans.js';

/** Where every copy of the API keeps the providers that an SDK has registered. */
const registered = Symbol.for('opentelemetry.js.api.1');

/** The API, and what makes spans with it. */
interface Tracing {
  readonly api: OpenTelemetry;
  readonly spans: typeof spans;
}

type Outcome = JsonObject | Promise<JsonObject>;

let loaded: Tracing | undefined;
let loading: Promise<void> | undefined;

/**
 * The OpenTelemetry API, once an SDK has been registered in this process and the API has been loaded; `undefined` before, and in
 * processes without one. Loads it in the background when it is found to be needed.
 */
export function openTelemetry(): OpenTelemetry | undefined {
  if (loaded !== undefined) return loaded.api;
  if (registered in globalThis) void loadOpenTelemetry();
  return undefined;
}

/** Loads the API if an SDK has been registered, so that the very first message is traced too. */
export function loadOpenTelemetry(): Promise<void> | undefined {
  if (loaded !== undefined || !(registered in globalThis)) return undefined;
  loading ??= load();
  return loading;
}

async function load(): Promise<void> {
  // The name stands in a variable, so that bundlers do not ask for a package that most programs lack.
  const name = '@opentelemetry/api';
  try {
    const [api, making] = await Promise.all([
      import(/* @vite-ignore */ /* webpackIgnore: true */ name),
      import('./spans.js'),
    ]);
    loaded = { api, spans: making };
  } catch {
    // An SDK without the API beside it cannot be reached: nothing is traced.
  }
}

/** Runs an inbound message in a span of its own, child of the one that the client names in `_meta`. Without an SDK it just runs. */
export function traceServer(exchange: Exchange, run: () => Outcome): Outcome {
  return openTelemetry() === undefined || loaded === undefined
    ? run()
    : loaded.spans.traceServer(loaded.api, exchange, run);
}

/** Sends a request in a span of its own. `send` gets the params with the trace context in `_meta`. Without an SDK it just sends. */
export function traceClient<T>(
  method: string,
  params: JsonObject | undefined,
  protocolVersion: string,
  send: (params: JsonObject | undefined) => Promise<T>,
): Promise<T> {
  return openTelemetry() === undefined || loaded === undefined
    ? send(params)
    : loaded.spans.traceClient(loaded.api, method, params, protocolVersion, send);
}
