import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type {
  CallToolRequestParams,
  CallToolResult,
  ListToolsResult,
  MethodDefinition,
  NotificationMethod,
  PaginatedRequestParams,
  ParamsOf,
  RequestMethod,
  ResultOf,
  ServerRequestMethod,
} from '../index.js';
import { callTool, type Era, type MethodName, methods, servedMethods, traits } from '../index.js';

const schemas = new URL('../../../../shared/schema/', import.meta.url);

interface SchemaNode {
  $ref?: string;
  anyOf?: SchemaNode[];
  const?: string;
  properties?: { [name: string]: SchemaNode };
}

/** The method names behind a union of the schema, such as `ClientRequest`. */
function methodsOf(revision: string, union: string): string[] {
  const { $defs } = JSON.parse(readFileSync(new URL(`${revision}/schema.json`, schemas), 'utf8'));
  const names = (node: SchemaNode | undefined): string[] => {
    if (node?.$ref) return names($defs[node.$ref.replace('#/$defs/', '')]);
    if (node?.anyOf) return node.anyOf.flatMap(names);
    return node?.properties?.method?.const ? [node.properties.method.const] : [];
  };
  return names($defs[union]).sort();
}

function defined(era: Era, kind: 'request' | 'notification', sender: 'client' | 'server'): string[] {
  return methods
    .filter((method) => method.kind === kind && (method.sender === sender || method.sender === 'both'))
    .filter((method) => method.eras.includes(era))
    .map((method) => method.name)
    .sort();
}

const ofTasks = (name: string) => name.includes('tasks/');

describe.runIf(existsSync(schemas))('method definitions and the schemas', () => {
  for (const [union, kind, sender] of [
    ['ClientRequest', 'request', 'client'],
    ['ClientNotification', 'notification', 'client'],
    ['ServerRequest', 'request', 'server'],
    ['ServerNotification', 'notification', 'server'],
  ] as const) {
    it(`define every ${union} of 2025-11-25 but those of tasks, and no other`, () => {
      expect(defined('legacy', kind, sender)).toEqual(methodsOf('2025-11-25', union).filter((name) => !ofTasks(name)));
    });
    it(`define every ${union} of 2026-07-28, and no other`, () => {
      // Progress from the client is legacy only; one definition serves both directions.
      const surplus = union === 'ClientNotification' ? ['notifications/progress'] : [];
      expect(defined('modern', kind, sender)).toEqual([...methodsOf('2026-07-28', union), ...surplus].sort());
    });
  }

  it('define the three input requests of 2026-07-28 as legacy requests of the server', () => {
    const embedded = methodsOf('2026-07-28', 'InputRequest');
    expect(embedded).toHaveLength(3);
    expect(defined('legacy', 'request', 'server')).toEqual(expect.arrayContaining(embedded));
  });
});

describe('method definitions', () => {
  const where = (test: (method: MethodDefinition) => unknown) => methods.filter(test).map((method) => method.name);

  it('are defined with the traits by which they are known without', () => {
    expect(traits.served.map(({ name }) => name)).toEqual(servedMethods.map(({ name }) => name));
    expect(traits.everyMethod.map(({ name }) => name).sort()).toEqual(methods.map(({ name }) => name).sort());
    for (const method of methods)
      expect(method).toMatchObject(traits.everyMethod.find(({ name }) => name === method.name) ?? {});
    for (const method of servedMethods) expect(method).toMatchObject(traits.traitsOf(method.name) ?? {});
  });

  it('have unique names', () => {
    expect(new Set(methods.map((method) => method.name)).size).toBe(methods.length);
  });

  it('have a result guard exactly on requests', () => {
    for (const method of methods)
      expect('result' in method && method.result !== undefined).toBe(method.kind === 'request');
  });

  it('mark what is cacheable, what may ask for input, and what the name header repeats', () => {
    expect(where((method) => method.cacheable)).toEqual([
      'server/discover',
      'tools/list',
      'resources/list',
      'resources/templates/list',
      'resources/read',
      'prompts/list',
    ]);
    expect(where((method) => method.mayRequireInput)).toEqual(['tools/call', 'resources/read', 'prompts/get']);
    expect(where((method) => method.nameParam === 'name')).toEqual(['tools/call', 'prompts/get']);
    expect(where((method) => method.nameParam === 'uri')).toEqual(['resources/read']);
  });

  it('give the types of params and results by name', () => {
    expectTypeOf<ParamsOf<'tools/call'>>().toEqualTypeOf<CallToolRequestParams>();
    expectTypeOf<ResultOf<'tools/call'>>().toEqualTypeOf<CallToolResult>();
    expectTypeOf<ParamsOf<'tools/list'>>().toEqualTypeOf<PaginatedRequestParams>();
    expectTypeOf<ResultOf<'tools/list'>>().toEqualTypeOf<ListToolsResult>();
    expectTypeOf<ResultOf<'notifications/message'>>().toEqualTypeOf<undefined>();
    expectTypeOf<ServerRequestMethod>().toEqualTypeOf<
      'ping' | 'elicitation/create' | 'sampling/createMessage' | 'roots/list'
    >();
    expectTypeOf<'ping' | 'tools/call'>().toExtend<RequestMethod>();
    expectTypeOf<'roots/list'>().not.toExtend<RequestMethod>();
    expectTypeOf<NotificationMethod | RequestMethod | ServerRequestMethod>().toEqualTypeOf<MethodName>();
    expectTypeOf(callTool).toExtend<MethodDefinition<'tools/call', CallToolRequestParams, CallToolResult>>();
  });
});
