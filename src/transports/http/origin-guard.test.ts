import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOriginGuard, type OriginGuard, type OriginGuardOptions } from './origin-guard.js';
import { originSentence } from './origin-sentence.js';
import type { HttpHead } from './ports.js';

const head = (host?: string, origin?: string) => ({ host, origin }) as HttpHead; // the guard reads nothing else

/** What a request is refused with, if it is. */
function refusal(guard: OriginGuard, host?: string, origin?: string): string | undefined {
  const header = guard(head(host, origin));
  return header === undefined ? undefined : originSentence(header, head(host, origin));
}

const passes: [OriginGuardOptions, string | undefined, string | undefined][] = [
  [{}, undefined, undefined],
  [{}, 'localhost', undefined],
  [{}, 'LocalHost:8080', undefined],
  [{}, '127.0.0.1:1', 'http://localhost:5173'],
  [{}, '127.8.8.8', 'https://127.0.0.1'],
  [{}, '[::1]:3000', 'http://[::1]:3000'],
  [{ allowedHosts: ['mcp.example.com'] }, 'MCP.example.com:443', undefined],
  [{ allowedHosts: ['mcp.example.com'] }, 'mcp.example.com', 'https://mcp.example.com'],
  [{ allowedHosts: ['mcp.example.com'] }, 'mcp.example.com', 'http://localhost:6274'],
  [{ allowedHosts: ['mcp.example.com:8443'] }, 'mcp.example.com:8443', undefined],
  [{ allowedHosts: ['mcp.example.com:*'] }, 'mcp.example.com:1', undefined],
  [{ allowedHosts: ['::1', '[fe80::2]'] }, '[fe80::2]:9', undefined],
  [{ allowedHosts: '*' }, 'anything.example', undefined],
  [{ allowedHosts: ['*'] }, 'anything.example', undefined],
  [{ allowedOrigins: ['https://app.example.com'] }, 'localhost', 'https://app.example.com:443'],
  [{ allowedOrigins: ['https://app.example.com/'] }, 'localhost', 'https://APP.example.com'],
  [{ allowedOrigins: ['http://app.example.com:*'] }, 'localhost', 'http://app.example.com:81'],
  [{ allowedOrigins: ['app.example.com'] }, 'localhost', 'http://app.example.com:81'],
  [{ allowedOrigins: ['null'] }, 'localhost', 'null'],
  [{ allowedOrigins: '*' }, 'localhost', 'https://evil.example'],
  [{ allowedOrigins: '*' }, 'localhost', 'null'],
];

const refused: [OriginGuardOptions, string | undefined, string | undefined, 'allowedHosts' | 'allowedOrigins'][] = [
  [{}, 'evil.example', undefined, 'allowedHosts'],
  [{}, 'localhost.evil.example', undefined, 'allowedHosts'],
  [{}, '127.0.0.1.evil.example', undefined, 'allowedHosts'],
  [{}, '', undefined, 'allowedHosts'],
  [{}, 'localhost:x', undefined, 'allowedHosts'],
  [{}, 'localhost, evil.example', undefined, 'allowedHosts'],
  [{}, 'user@localhost', undefined, 'allowedHosts'],
  [{}, 'localhost/', undefined, 'allowedHosts'],
  [{}, 'localhost', 'null', 'allowedOrigins'],
  [{}, 'localhost', '', 'allowedOrigins'],
  [{}, 'localhost', 'https://evil.example', 'allowedOrigins'],
  [{}, 'localhost', 'localhost', 'allowedOrigins'],
  [{}, 'localhost', 'http://localhost@evil.example', 'allowedOrigins'],
  [{}, 'evil.example', 'http://localhost', 'allowedHosts'],
  [{ allowedHosts: ['mcp.example.com'] }, 'localhost', undefined, 'allowedHosts'],
  [{ allowedHosts: ['mcp.example.com:8443'] }, 'mcp.example.com', undefined, 'allowedHosts'],
  [{ allowedHosts: [] }, 'localhost', undefined, 'allowedHosts'],
  [{ allowedHosts: '*' }, 'evil.example', 'http://evil.example', 'allowedOrigins'],
  [{ allowedOrigins: ['https://app.example.com'] }, 'localhost', 'http://app.example.com', 'allowedOrigins'],
  [{ allowedOrigins: ['https://app.example.com'] }, 'localhost', 'https://app.example.com:444', 'allowedOrigins'],
  [{ allowedOrigins: ['https://app.example.com'] }, 'localhost', 'http://localhost', 'allowedOrigins'],
];

describe('the Host and Origin guard', () => {
  it.each(passes)('with %j lets Host %j and Origin %j pass, again and again', (options, host, origin) => {
    const guard = createOriginGuard(options);
    expect(guard(head(host, origin))).toBeUndefined();
    expect(guard(head(host, origin))).toBeUndefined();
  });

  it.each(refused)('with %j refuses Host %j and Origin %j and names %s', (options, host, origin, option) => {
    const guard = createOriginGuard(options);
    guard(head('localhost', 'http://localhost'));
    const sentence = refusal(guard, host, origin) ?? '';
    expect(sentence).toContain(option);
    expect(sentence).toContain(JSON.stringify(option === 'allowedHosts' ? host : origin));
  });

  it('says what to add', () => {
    expect(refusal(createOriginGuard(), 'Mcp.example.com:3000')).toBe(
      'The Host header "Mcp.example.com:3000" is not allowed. To allow it, add "mcp.example.com" to the option allowedHosts.',
    );
    expect(refusal(createOriginGuard(), 'a b')).toBe(
      'The Host header "a b" is not valid. The option allowedHosts lists those that are allowed.',
    );
  });

  it('refuses options it cannot understand', () => {
    expect(() => createOriginGuard({ allowedHosts: ['https://mcp.example.com'] })).toThrow(
      /allowedHosts.*mcp\.example\.com/,
    );
    expect(() => createOriginGuard({ allowedOrigins: ['https://a b'] })).toThrow(/allowedOrigins/);
  });

  it('says that a list is wanted when it is given one name, as plain JavaScript may', () => {
    const options = { allowedHosts: 'mcp.example.com' } as unknown as OriginGuardOptions;
    expect(() => createOriginGuard(options)).toThrow("The option allowedHosts takes a list of entries, or '*' for all");
  });

  it('takes random headers without throwing, and lets only loopback pass', () => {
    const guard = createOriginGuard();
    const piece = fc.constantFrom(
      'localhost',
      '127.0.0.1',
      '[::1]',
      'evil.example',
      ':',
      '80',
      '@',
      '/',
      'http://',
      'null',
      ' ',
      ',',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 5 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, fc.option(text, { nil: undefined }), (host, origin) => {
        const sentence = refusal(guard, host, origin);
        if (/evil/.test(host + (origin ?? ''))) expect(sentence).toBeTypeOf('string');
      }),
    );
  });
});
