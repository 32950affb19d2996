/** Values of span attributes. */
export type Attributes = Record<string, string | number | boolean>;

/** A span, as far as Parley uses one. */
export interface Span {
  setAttribute(key: string, value: string): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  end(): void;
}

/** OpenTelemetry's own context: opaque. */
export interface TraceContext {
  getValue(key: symbol): unknown;
}

/** The part of `@opentelemetry/api` that Parley uses, told here so that the package can stay an optional one. */
export interface OpenTelemetry {
  readonly context: {
    active(): TraceContext;
    with<T>(context: TraceContext, run: () => T): T;
  };
  readonly propagation: {
    extract(context: TraceContext, carrier: unknown): TraceContext;
    inject(context: TraceContext, carrier: unknown): void;
  };
  readonly trace: {
    getTracer(name: string): {
      startSpan(name: string, options: { kind: number; attributes: Attributes }, context?: TraceContext): Span;
    };
    setSpan(context: TraceContext, span: Span): TraceContext;
  };
  readonly SpanKind: { readonly SERVER: number; readonly CLIENT: number };
  readonly SpanStatusCode: { readonly ERROR: number };
}

/** Where every copy of the API keeps the providers that an SDK has registered. */
const registered = Symbol.for('opentelemetry.js.api.1');

let loaded: OpenTelemetry | undefined;
let loading: Promise<void> | undefined;

/**
 * The OpenTelemetry API, once an SDK has been registered in this process and the API has been loaded; `undefined` before, and in
 * processes without one. Loads it in the background when it is found to be needed.
 */
export function openTelemetry(): OpenTelemetry | undefined {
  if (loaded !== undefined) return loaded;
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
    loaded = await import(/* @vite-ignore */ /* webpackIgnore: true */ name);
  } catch {
    // An SDK without the API beside it cannot be reached: nothing is traced.
  }
}
