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
