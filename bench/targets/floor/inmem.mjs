import { measure } from '../../shared/measure.mjs';

const add = async ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }] });
await measure(() => add({ a: 2, b: 3 }));
