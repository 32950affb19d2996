import { McpError } from '../../errors/index.js';
import { isJsonObject, type JsonObject, traits } from '../../types/index.js';
import { isThenable } from '../dispatch.js';
import type { Exchange } from '../exchange.js';
import type { Attributes, OpenTelemetry, Span, TraceContext } from './api.js';

const tracerName = 'parley-mcp';

type Outcome = JsonObject | Promise<JsonObject>;

/** Runs an inbound message in a span of its own, child of the one that the client names in `_meta`. */
export function traceServer(api: OpenTelemetry, exchange: Exchange, run: () => Outcome): Outcome {
  const { method, params } = exchange;
  const parent = api.propagation.extract(api.context.active(), exchange.meta ?? {});
  const attributes = attributesOf(method, params, exchange.abilities.protocolVersion);
  if (exchange.id !== undefined) attributes['jsonrpc.request.id'] = String(exchange.id);
  const span = api.trace
    .getTracer(tracerName)
    .startSpan(nameOf(method, params), { kind: api.SpanKind.SERVER, attributes }, parent);
  return inSpan(api, api.trace.setSpan(parent, span), span, run);
}

/** Sends a request in a span of its own. `send` gets the params with the trace context in `_meta`. */
export function traceClient<T>(
  api: OpenTelemetry,
  method: string,
  params: JsonObject | undefined,
  protocolVersion: string,
  send: (params: JsonObject | undefined) => Promise<T>,
): Promise<T> {
  const attributes = attributesOf(method, params, protocolVersion);
  const span = api.trace
    .getTracer(tracerName)
    .startSpan(`MCP send ${nameOf(method, params)}`, { kind: api.SpanKind.CLIENT, attributes });
  const current = api.trace.setSpan(api.context.active(), span);
  const carrier: JsonObject = {};
  api.propagation.inject(current, carrier);
  return inSpan(api, current, span, () => send(withTrace(params, carrier)));
}

function withTrace(params: JsonObject | undefined, carrier: JsonObject): JsonObject | undefined {
  if (Object.keys(carrier).length === 0) return params;
  return Object.assign({}, params, {
    _meta: Object.assign({}, isJsonObject(params?._meta) ? params._meta : undefined, carrier),
  });
}

function inSpan<T>(api: OpenTelemetry, current: TraceContext, span: Span, run: () => T): T {
  let outcome: T;
  try {
    outcome = api.context.with(current, run);
  } catch (error) {
    endFailed(api, span, error);
    throw error;
  }
  if (!isThenable(outcome)) {
    endDone(api, span, outcome);
    return outcome;
  }
  outcome.then(
    (result: unknown) => endDone(api, span, result),
    (error: unknown) => endFailed(api, span, error),
  );
  return outcome;
}

/** The result of a tool that failed is a result all the same, but the work was not done. */
function endDone(api: OpenTelemetry, span: Span, result: unknown): void {
  if (isJsonObject(result) && result.isError === true) {
    span.setAttribute('error.type', 'tool_error');
    span.setStatus({ code: api.SpanStatusCode.ERROR });
  }
  span.end();
}

/** A protocol error is told with its text; any other by the name of its class only, because its text may hold a secret. */
function endFailed(api: OpenTelemetry, span: Span, error: unknown): void {
  if (McpError.is(error) && error.jsonRpcCode !== undefined) {
    span.setAttribute('error.type', String(error.jsonRpcCode));
    span.setAttribute('rpc.response.status_code', String(error.jsonRpcCode));
    span.setStatus({ code: api.SpanStatusCode.ERROR, message: error.message });
  } else {
    span.setAttribute('error.type', McpError.is(error) ? error.code : error instanceof Error ? error.name : 'unknown');
    span.setStatus({ code: api.SpanStatusCode.ERROR });
  }
  span.end();
}

function nameOf(method: string, params: JsonObject | undefined): string {
  const target = method === traits.readResource.name ? undefined : params?.name;
  return typeof target === 'string' ? `${method} ${target}` : method;
}

function attributesOf(method: string, params: JsonObject | undefined, protocolVersion: string): Attributes {
  const attributes: Attributes = { 'mcp.method.name': method, 'mcp.protocol.version': protocolVersion };
  const { name, uri } = params ?? {};
  if (method === traits.callTool.name) {
    attributes['gen_ai.operation.name'] = 'execute_tool';
    if (typeof name === 'string') attributes['gen_ai.tool.name'] = name;
  } else if (method === traits.getPrompt.name && typeof name === 'string') attributes['gen_ai.prompt.name'] = name;
  else if (method === traits.readResource.name && typeof uri === 'string') attributes['mcp.resource.uri'] = uri;
  return attributes;
}
