import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accepts } from './accept-header.js';
import { acceptsAtOnce, isJson } from './media.js';

describe('an Accept header', () => {
  it.each<[string | undefined, boolean, boolean]>([
    [undefined, true, true],
    ['', true, true],
    ['*/*', true, true],
    ['application/json, text/event-stream', true, true],
    ['text/event-stream, application/json', true, true],
    ['application/json', true, false],
    ['text/event-stream', false, true],
    ['Application/JSON;charset=utf-8', true, false],
    ['application/*', true, false],
    ['text/*', false, true],
    ['text/html', false, false],
    ['application/json;q=0, */*', false, true],
    ['*/*;q=0', false, false],
    ['*/*;q=0, text/event-stream;q=0.1', false, true],
    ['application/json ; q=0.000', false, false],
    ['application/json;q=1;profile="a,b;q=0", text/html', true, false],
    ['text/html;x="application/json, text/event-stream"', false, false],
    ['application/json-seq', false, false],
    ['text/event-stream;q=nonsense', false, true],
  ])('%j admits JSON: %s, event streams: %s', (accept, json, events) => {
    expect(accepts(accept, 'application/json')).toBe(json);
    expect(accepts(accept, 'text/event-stream')).toBe(events);
    if (acceptsAtOnce(accept)) expect([json, events]).toEqual([true, true]);
  });

  it('is read whatever it holds', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'application/json;q=0.1,*"\\ \ttextvn-'), maxLength: 60 }),
        (text) => {
          expect(typeof accepts(text, 'application/json')).toBe('boolean');
          expect(typeof isJson(text)).toBe('boolean');
        },
      ),
    );
  });
});

describe('a Content-Type header', () => {
  it.each<[string | undefined, boolean]>([
    ['application/json', true],
    ['application/json; charset=utf-8', true],
    ['APPLICATION/JSON;charset="utf-8"', true],
    [' application/json ', true],
    [undefined, false],
    ['', false],
    ['text/plain', false],
    ['text/plain; application/json', false],
    ['application/json, text/plain', false],
    ['application/jsonp', false],
    ['application/x-www-form-urlencoded', false],
  ])('%j is JSON: %s', (contentType, expected) => {
    expect(isJson(contentType)).toBe(expected);
  });
});
