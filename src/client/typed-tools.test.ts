import { describe, expect, expectTypeOf, it } from 'vitest';
import type { CallToolResult } from '../types/index.js';
import type { CallOptions } from './call-options.js';
import { Client } from './client.js';
import { FakeServer } from './fake-server.test-support.js';
import type { ToolCalls, ToolHandle, ToolsOf, TypedToolResult } from './typed-tools.js';

type OrderBook = ToolHandle<'order_book', { title: string; copies?: number }, { order: string }>;
type Refund = ToolHandle<'refund', { reason?: string }, unknown>;
/** What `typeof import('./bookshop.js')` looks like. */
interface Bookshop {
  readonly orderBook: OrderBook;
  readonly refund: Refund;
  readonly server: { readonly name: string };
  readonly helper: (title: string) => string;
  readonly price: 12;
}

describe('the tools of a client', () => {
  it('are functions by name', async () => {
    const server = new FakeServer('legacy', {
      'tools/call': (params) => ({ content: [], structuredContent: { order: params.name, given: params.arguments } }),
    });
    await using client = await Client.connect<Bookshop>(server, { mode: 'legacy' });
    const result = await client.tools.order_book({ title: 'Dune' });
    expect(result.structuredContent).toEqual({ order: 'order_book', given: { title: 'Dune' } });
    expectTypeOf(result.structuredContent).toEqualTypeOf<{ order: string }>();
    expect((await client.tools.refund()).structuredContent).toEqual({ order: 'refund' });
    expect(client.tools.refund).toBe(client.tools.refund);
  });

  it('can be awaited without calling anything', async () => {
    const server = new FakeServer('legacy');
    await using client = await Client.connect(server, { mode: 'legacy' });
    await client.tools;
    expect(server.seen('tools/call')).toEqual([]);
  });

  it('take their types from the exports of a module, a union, or a record', () => {
    expectTypeOf<ToolsOf<Bookshop>>().toEqualTypeOf<OrderBook | Refund>();
    expectTypeOf<ToolsOf<OrderBook | Refund>>().toEqualTypeOf<OrderBook | Refund>();
    expectTypeOf<keyof ToolCalls<Bookshop>>().toEqualTypeOf<'order_book' | 'refund'>();
    expectTypeOf<ToolCalls<Bookshop>['order_book']>().parameters.toEqualTypeOf<
      [args: { title: string; copies?: number }, options?: CallOptions]
    >();
    expectTypeOf<ToolCalls<Bookshop>['order_book']>().returns.resolves.toEqualTypeOf<
      TypedToolResult<{ order: string }>
    >();
    expectTypeOf<ToolCalls<Bookshop>['refund']>().returns.resolves.toEqualTypeOf<CallToolResult>();
    expectTypeOf<ToolCalls<Bookshop>['refund']>().toBeCallableWith();
    expectTypeOf<ToolCalls<unknown>>().toHaveProperty('anything');
  });

  it('refuse wrong names and arguments at compile time', () => {
    const misuse = (client: Client<Bookshop>) => {
      // @ts-expect-error no such tool
      client.tools.ordr_book({ title: 'Dune' });
      // @ts-expect-error a misspelt argument
      client.tools.order_book({ titel: 'Dune' });
      // @ts-expect-error a missing argument
      client.tools.order_book();
    };
    expect(misuse).toBeTypeOf('function');
  });
});
