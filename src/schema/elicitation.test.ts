import { describe, expect, it } from 'vitest';
import type { ElicitRequestedSchema } from '../types/index.js';
import { applyElicitationDefaults, compileElicitation } from './elicitation.js';

describe('the defaults of a form', () => {
  it('fill only the fields that an answer leaves out', () => {
    const form = compileElicitation({
      type: 'object',
      properties: { title: { type: 'string' }, wrap: { type: 'boolean', default: true } },
      required: ['title', 'wrap'],
    });
    expect(form.requestedSchema.required).toEqual(['title']);
    expect(applyElicitationDefaults(form.requestedSchema, { title: 'Dune' })).toEqual({ title: 'Dune', wrap: true });
    expect(applyElicitationDefaults(form.requestedSchema, { title: 'Dune', wrap: false }).wrap).toBe(false);
  });

  it('are fields like any other, whatever their name is', () => {
    const asked: ElicitRequestedSchema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"array","items":{"enum":["a"]},"default":["a"]}}}',
    );
    const filled = applyElicitationDefaults(asked, JSON.parse('{"title":"Dune"}'));
    expect(Object.getPrototypeOf(filled)).toBe(Object.prototype);
    expect(JSON.stringify(filled)).toBe('{"__proto__":["a"],"title":"Dune"}');
    const answered = applyElicitationDefaults(asked, JSON.parse('{"__proto__":{"confirm":true}}'));
    expect(answered.confirm).toBeUndefined();
  });
});
