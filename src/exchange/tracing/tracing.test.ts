import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { Client, McpError, McpServer, ToolError } from 'parley-mcp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });

beforeAll(() => provider.register());
beforeEach(() => exporter.reset());
afterAll(() => provider.shutdown());

function bookshop(): McpServer {
  const server = new McpServer({ name: 'bookshop', version: '1.0.0', logLevel: 'silent' });
  server.tool('greet', { inputSchema: z.object({ name: z.string() }) }, ({ name }) => `Hello, ${name}!`);
  server.tool('fail', {}, () => {
    throw new ToolError('The shop is closed.');
  });
  server.tool('refuse', {}, () => {
    throw new McpError(-31000, 'The till is closed');
  });
  server.tool('active', {}, () => trace.getActiveSpan()?.spanContext().spanId ?? 'none');
  server.prompt('recommend', {}, () => 'Recommend one book.');
  return server;
}

function spans(kind: SpanKind): ReadableSpan[] {
  return exporter.getFinishedSpans().filter((span) => span.kind === kind);
}

describe.each(['modern', 'legacy'] as const)('with an OpenTelemetry SDK, on a %s connection', (mode) => {
  it('gives every message a span, the server’s a child of the client’s', async () => {
    await using client = await Client.connect(bookshop(), { mode });
    exporter.reset();
    await client.callTool('greet', { name: 'Ada' });
    const [outer] = spans(SpanKind.CLIENT);
    const [inner] = spans(SpanKind.SERVER);
    expect(outer?.name).toBe('MCP send tools/call greet');
    expect(inner?.name).toBe('tools/call greet');
    expect(inner?.parentSpanContext?.spanId).toBe(outer?.spanContext().spanId);
    expect(inner?.attributes).toMatchObject({
      'mcp.method.name': 'tools/call',
      'mcp.protocol.version': client.protocolVersion,
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'greet',
    });
    expect(inner?.attributes['jsonrpc.request.id']).toMatch(/^\d+$/);
  });

  it('runs handlers inside the span', async () => {
    await using client = await Client.connect(bookshop(), { mode });
    exporter.reset();
    const result = await client.callTool('active');
    expect(result.content[0]).toMatchObject({ text: spans(SpanKind.SERVER)[0]?.spanContext().spanId });
  });

  it('marks a failing tool, and tells nothing of its text', async () => {
    await using client = await Client.connect(bookshop(), { mode });
    exporter.reset();
    await client.callTool('fail');
    expect(spans(SpanKind.SERVER)[0]).toMatchObject({
      attributes: { 'error.type': 'tool_error' },
      status: { code: SpanStatusCode.ERROR },
    });
    expect(spans(SpanKind.SERVER)[0]?.status.message).toBeUndefined();
  });

  it('marks a protocol error with its number on both sides', async () => {
    await using client = await Client.connect(bookshop(), { mode });
    exporter.reset();
    await expect(client.callTool('refuse')).rejects.toThrow('The till is closed');
    for (const kind of [SpanKind.SERVER, SpanKind.CLIENT]) {
      expect(spans(kind)[0]).toMatchObject({
        attributes: { 'error.type': '-31000', 'rpc.response.status_code': '-31000' },
        status: { code: SpanStatusCode.ERROR, message: 'The till is closed' },
      });
    }
  });

  it('names prompts', async () => {
    await using client = await Client.connect(bookshop(), { mode });
    exporter.reset();
    await client.getPrompt('recommend');
    expect(spans(SpanKind.SERVER)[0]?.attributes['gen_ai.prompt.name']).toBe('recommend');
  });
});
