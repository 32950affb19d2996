import { Client } from 'parley-mcp';
import type * as bookshop from '../accepted/bookshop.js';

const client = await Client.connect<typeof bookshop>('http://localhost:3000/mcp');

// refused: Property 'order_bok' does not exist
await client.tools.order_bok({ title: 'Dune' });
// refused: 'titel' does not exist in type
await client.tools.order_book({ titel: 'Dune' });
// refused: Expected 1-2 arguments, but got 0
await client.tools.order_book();
// refused: Type 'string' is not assignable to type 'number'
await client.tools.order_book({ title: 'Dune', copies: 'two' });
// refused: Property 'right' does not exist on type '{ left: number; }'
(await client.tools.order_book({ title: 'Dune' })).structuredContent.right;
// refused: is not assignable to parameter of type
await Client.connect(5);
// refused: 'onElicite' does not exist in type
await Client.connect('http://localhost:3000/mcp', { onElicite: () => undefined });
// refused: is not assignable to type 'number'
await client.callTool('order_book', {}, { timeout: '1s' });
