import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  callTool,
  cancelled,
  complete,
  createMessage,
  discover,
  elicit,
  type Guard,
  getPrompt,
  guards,
  initialize,
  listen,
  listPrompts,
  listResources,
  listResourceTemplates,
  listRoots,
  listTools,
  loggingMessage,
  methods,
  progress,
  readResource,
  setLevel,
  subscriptionsAcknowledged,
} from '../index.js';

interface Example {
  title: string;
  guard: Guard;
  value: { [key: string]: unknown };
  /** What to put over the value, and what the guard then says after the path. */
  broken: [wrong: { [key: string]: unknown }, failure: string][];
}

const text = { type: 'text', text: 'hello', annotations: { audience: ['user'], priority: 0.5, lastModified: '2025' } };
const icons = [{ src: 'https://a.example/i.png', mimeType: 'image/png', sizes: ['any'], theme: 'dark' }];
const link = { type: 'resource_link', uri: 'a://b', name: 'b', title: 'B', size: 3, icons, _meta: {} };
const tool = {
  name: 'add',
  title: 'Add',
  description: 'Adds.',
  inputSchema: { type: 'object', properties: {} },
  outputSchema: { type: 'array' },
  annotations: { readOnlyHint: true },
  execution: { taskSupport: 'optional' },
  icons,
  _meta: {},
};
const form = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };

const examples: Example[] = [
  {
    title: 'params of a tool call',
    guard: callTool.params,
    value: {
      name: 'add',
      arguments: { a: 1 },
      inputResponses: { q: { action: 'decline' } },
      requestState: 's',
      _meta: {},
    },
    broken: [
      [{ name: 5 }, '.name: expected a string, received number'],
      [{ arguments: [] }, '.arguments: expected an object, received array'],
      [{ requestState: {} }, '.requestState: expected a string, received object'],
      [{ inputResponses: { q: 1 } }, '.inputResponses.q: expected an object, received number'],
      [{ _meta: 'x' }, '._meta: expected an object, received string'],
      [{ _meta: { progressToken: {} } }, '._meta.progressToken: expected a string or a number, received object'],
    ],
  },
  {
    title: 'the result of a tool call',
    guard: callTool.result,
    value: {
      content: [
        text,
        { type: 'image', data: 'AA==', mimeType: 'image/png' },
        { type: 'audio', data: 'AA==', mimeType: 'audio/wav' },
        link,
        { type: 'resource', resource: { uri: 'a://b', text: '' } },
        { type: 'resource', resource: { uri: 'a://b', blob: '' } },
      ],
      structuredContent: null,
      isError: false,
      _meta: {},
    },
    broken: [
      [{ content: undefined }, '.content: expected an array, received undefined'],
      [{ content: [text, { ...text, text: 1 }] }, '.content[1].text: expected a string, received number'],
      [
        { content: [{ ...text, annotations: { priority: 2 } }] },
        '.content[0].annotations.priority: expected a number from 0 to 1, received another number',
      ],
      [
        { content: [{ ...text, annotations: { audience: ['x'] } }] },
        '.content[0].annotations.audience[0]: expected "user" or "assistant", received another string',
      ],
      [{ content: [{ ...link, icons: [{}] }] }, '.content[0].icons[0].src: expected a string, received undefined'],
      [
        { content: [{ type: 'resource', resource: { uri: 'a' } }] },
        '.content[0].resource: expected "text" or "blob", received neither',
      ],
      [{ content: [{ type: 'image', data: 'x' }] }, '.content[0].mimeType: expected a string, received undefined'],
      [{ isError: 'no' }, '.isError: expected a boolean, received string'],
      [{ _meta: [] }, '._meta: expected an object, received array'],
      [{ resultType: 1 }, '.resultType: expected a string, received number'],
    ],
  },
  {
    title: 'a list of tools',
    guard: listTools.result,
    value: { tools: [tool], nextCursor: '', ttlMs: 0, cacheScope: 'public' },
    broken: [
      [
        { tools: [{ ...tool, inputSchema: { type: 'array' } }] },
        '.tools[0].inputSchema.type: expected "object", received another string',
      ],
      [
        { tools: [{ ...tool, annotations: { readOnlyHint: 1 } }] },
        '.tools[0].annotations.readOnlyHint: expected a boolean, received number',
      ],
      [
        { tools: [{ ...tool, execution: { taskSupport: 'maybe' } }] },
        '.tools[0].execution.taskSupport: expected "forbidden" or "optional" or "required", received another string',
      ],
      [{ tools: [{ ...tool, outputSchema: true }] }, '.tools[0].outputSchema: expected an object, received boolean'],
      [{ nextCursor: 1 }, '.nextCursor: expected a string, received number'],
      [{ ttlMs: 0.5 }, '.ttlMs: expected a whole number from 0 up, received another number'],
      [{ cacheScope: 'all' }, '.cacheScope: expected "public" or "private", received another string'],
    ],
  },
  {
    title: 'a list of resources',
    guard: listResources.result,
    value: { resources: [{ uri: 'a://b', name: 'b', size: 1, annotations: {}, icons }] },
    broken: [
      [{ resources: [{ name: 'b' }] }, '.resources[0].uri: expected a string, received undefined'],
      [{ resources: [{ uri: 'a', name: 'b', size: '1' }] }, '.resources[0].size: expected a number, received string'],
    ],
  },
  {
    title: 'a list of resource templates',
    guard: listResourceTemplates.result,
    value: { resourceTemplates: [{ uriTemplate: 'a://{b}', name: 'b' }] },
    broken: [
      [
        { resourceTemplates: [{ uri: 'a', name: 'b' }] },
        '.resourceTemplates[0].uriTemplate: expected a string, received undefined',
      ],
    ],
  },
  {
    title: 'the contents of a resource',
    guard: readResource.result,
    value: { contents: [{ uri: 'a://b', text: '', mimeType: 'text/plain', _meta: {} }] },
    broken: [
      [{ contents: [{ uri: 'a://b', text: 1 }] }, '.contents[0].text: expected a string, received number'],
      [{ contents: {} }, '.contents: expected an array, received object'],
    ],
  },
  {
    title: 'a list of prompts',
    guard: listPrompts.result,
    value: { prompts: [{ name: 'p', arguments: [{ name: 'a', required: true }], icons }] },
    broken: [
      [
        { prompts: [{ name: 'p', arguments: [{ name: 'a', required: 1 }] }] },
        '.prompts[0].arguments[0].required: expected a boolean, received number',
      ],
    ],
  },
  {
    title: 'params of a prompt',
    guard: getPrompt.params,
    value: { name: 'p', arguments: { a: '1' } },
    broken: [[{ arguments: { a: 1 } }, '.arguments.a: expected a string, received number']],
  },
  {
    title: 'a filled-in prompt',
    guard: getPrompt.result,
    value: { description: 'd', messages: [{ role: 'user', content: text }] },
    broken: [
      [
        { messages: [{ role: 'system', content: text }] },
        '.messages[0].role: expected "user" or "assistant", received another string',
      ],
      [{ messages: [{ role: 'user', content: [text] }] }, '.messages[0].content: expected an object, received array'],
    ],
  },
  {
    title: 'params of a completion',
    guard: complete.params,
    value: {
      ref: { type: 'ref/prompt', name: 'p' },
      argument: { name: 'a', value: '' },
      context: { arguments: { b: '1' } },
    },
    broken: [
      [{ ref: { type: 'ref/tool' } }, '.ref.type: expected "ref/prompt" or "ref/resource", received another string'],
      [{ ref: { type: 'ref/resource' } }, '.ref.uri: expected a string, received undefined'],
      [{ argument: { name: 'a' } }, '.argument.value: expected a string, received undefined'],
      [{ context: { arguments: { b: 1 } } }, '.context.arguments.b: expected a string, received number'],
    ],
  },
  {
    title: 'an opening',
    guard: initialize.params,
    value: {
      protocolVersion: 'x',
      capabilities: { roots: { listChanged: true }, sampling: {}, elicitation: { url: {} }, extensions: { a: {} } },
      clientInfo: { name: 'c', version: '1', title: 'C', icons, websiteUrl: 'https://a.example' },
    },
    broken: [
      [{ protocolVersion: 1 }, '.protocolVersion: expected a string, received number'],
      [{ capabilities: { roots: true } }, '.capabilities.roots: expected an object, received boolean'],
      [{ capabilities: { extensions: { a: 1 } } }, '.capabilities.extensions.a: expected an object, received number'],
      [{ clientInfo: { name: 'c' } }, '.clientInfo.version: expected a string, received undefined'],
    ],
  },
  {
    title: 'a discovery',
    guard: discover.result,
    value: { supportedVersions: ['x'], capabilities: { tools: { listChanged: true }, logging: {} }, instructions: 'i' },
    broken: [
      [{ supportedVersions: [1] }, '.supportedVersions[0]: expected a string, received number'],
      [
        { capabilities: { resources: { subscribe: 1 } } },
        '.capabilities.resources.subscribe: expected a boolean, received number',
      ],
    ],
  },
  {
    title: 'progress',
    guard: progress.params,
    value: { progressToken: 't', progress: 0.5, total: 1, message: 'm' },
    broken: [
      [{ progressToken: null }, '.progressToken: expected a string or a number, received null'],
      [{ progress: '1' }, '.progress: expected a number, received string'],
    ],
  },
  {
    title: 'a cancellation',
    guard: cancelled.params,
    value: { requestId: 1, reason: 'r' },
    broken: [[{ requestId: true }, '.requestId: expected a string or a number, received boolean']],
  },
  {
    title: 'a log message',
    guard: loggingMessage.params,
    value: { level: 'info', logger: 'l', data: null },
    broken: [
      [{ data: undefined }, '.data: expected any JSON value, received undefined'],
      [{ logger: 1 }, '.logger: expected a string, received number'],
    ],
  },
  {
    title: 'a level',
    guard: setLevel.params,
    value: { level: 'emergency' },
    broken: [
      [
        { level: 'loud' },
        '.level: expected "debug" or "info" or "notice" or "warning" or "error" or "critical" or "alert" or "emergency", received another string',
      ],
    ],
  },
  {
    title: 'a subscription',
    guard: listen.params,
    value: { notifications: { toolsListChanged: true, resourceSubscriptions: ['a://b'], taskIds: ['1'] } },
    broken: [
      [{ notifications: undefined }, '.notifications: expected an object, received undefined'],
      [
        { notifications: { resourceSubscriptions: 'a' } },
        '.notifications.resourceSubscriptions: expected an array, received string',
      ],
    ],
  },
  {
    title: 'an acknowledgment',
    guard: subscriptionsAcknowledged.params,
    value: { notifications: {} },
    broken: [
      [
        { notifications: { toolsListChanged: 1 } },
        '.notifications.toolsListChanged: expected a boolean, received number',
      ],
    ],
  },
  {
    title: 'params of sampling',
    guard: createMessage.params,
    value: {
      messages: [
        { role: 'user', content: text },
        { role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'add', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', toolUseId: '1', content: [text] }] },
      ],
      maxTokens: 10,
      modelPreferences: { hints: [{ name: 'm' }], costPriority: 1 },
      includeContext: 'none',
      tools: [tool],
      toolChoice: { mode: 'auto' },
    },
    broken: [
      [{ maxTokens: undefined }, '.maxTokens: expected a number, received undefined'],
      [
        { messages: [{ role: 'user', content: [{ type: 'tool_use', id: '1', name: 'a' }] }] },
        '.messages[0].content[0].input: expected an object, received undefined',
      ],
      [
        { messages: [{ role: 'user', content: link }] },
        '.messages[0].content.type: expected "text" or "image" or "audio" or "tool_use" or "tool_result", received another string',
      ],
      [
        { toolChoice: { mode: 'any' } },
        '.toolChoice.mode: expected "auto" or "required" or "none", received another string',
      ],
    ],
  },
  {
    title: 'the result of sampling',
    guard: createMessage.result,
    value: { role: 'assistant', content: [text], model: 'm', stopReason: 'whatever' },
    broken: [[{ model: 1 }, '.model: expected a string, received number']],
  },
  {
    title: 'a form',
    guard: elicit.params,
    value: {
      message: 'Who?',
      requestedSchema: {
        type: 'object',
        properties: {
          name: { type: 'string', format: 'email', default: 'a' },
          age: { type: 'integer', minimum: 0.5 },
          ok: { type: 'boolean', default: true },
          plain: { type: 'string', enum: ['a'] },
          named: { type: 'string', enum: ['a'], enumNames: ['A'] },
          titled: { type: 'string', oneOf: [{ const: 'a', title: 'A' }] },
          several: { type: 'array', items: { type: 'string', enum: ['a'] }, minItems: 1 },
          titles: { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] } },
        },
      },
    },
    broken: [
      [{ mode: 'fax' }, '.mode: expected "form" or "url", received another string'],
      [{ message: 1 }, '.message: expected a string, received number'],
      [
        { requestedSchema: { ...form, properties: { a: { type: 'object' } } } },
        '.requestedSchema.properties.a.type: expected "string" or "number" or "integer" or "boolean" or "array", received another string',
      ],
      [
        { requestedSchema: { ...form, properties: { a: { type: 'string', enum: [1] } } } },
        '.requestedSchema.properties.a.enum[0]: expected a string, received number',
      ],
      [
        { requestedSchema: { ...form, properties: { a: { type: 'array' } } } },
        '.requestedSchema.properties.a.items: expected an object, received undefined',
      ],
      [
        { requestedSchema: { ...form, required: [1] } },
        '.requestedSchema.required[0]: expected a string, received number',
      ],
      [{ mode: 'url' }, '.url: expected a string, received undefined'],
    ],
  },
  {
    title: 'what a user filled in',
    guard: elicit.result,
    value: { action: 'accept', content: { a: 'x', b: 1.5, c: true, d: ['y'] } },
    broken: [
      [{ action: 'maybe' }, '.action: expected "accept" or "decline" or "cancel", received another string'],
      [{ content: { d: [1] } }, '.content.d[0]: expected a string, received number'],
    ],
  },
  {
    title: 'roots',
    guard: listRoots.result,
    value: { roots: [{ uri: 'file:///a', name: 'a' }] },
    broken: [[{ roots: [{}] }, '.roots[0].uri: expected a string, received undefined']],
  },
  {
    title: 'a result that asks for input',
    guard: guards.inputRequiredResult,
    value: {
      resultType: 'input_required',
      inputRequests: {
        a: { method: 'elicitation/create', params: { message: 'm', requestedSchema: form } },
        b: { method: 'roots/list' },
      },
      requestState: 's',
    },
    broken: [
      [{ resultType: 'complete' }, '.resultType: expected "input_required", received another string'],
      [
        { inputRequests: undefined, requestState: undefined },
        ': expected "inputRequests" or "requestState", received neither',
      ],
      [
        { inputRequests: { a: { method: 'tools/call' } } },
        '.inputRequests.a.method: expected "elicitation/create" or "sampling/createMessage" or "roots/list", received another string',
      ],
      [
        { inputRequests: { a: { method: 'sampling/createMessage' } } },
        '.inputRequests.a.params: expected an object, received undefined',
      ],
    ],
  },
];

const allGuards: Guard[] = [
  ...methods.flatMap((method) => [method.params, 'result' in method ? method.result : undefined]),
  ...methods.map((method) => ('received' in method ? method.received : undefined)),
  ...Object.values(guards),
].filter((guard) => guard !== undefined);

/** JSON text of `depth` arrays or objects in each other, parsed. */
function nested(depth: number, open: string, close: string): unknown {
  return JSON.parse(open.repeat(depth) + close.repeat(depth));
}

describe('guards', () => {
  for (const { title, guard, value, broken } of examples) {
    it(`accept ${title}`, () => {
      expect(guard(value, 'it')).toBeUndefined();
    });
    it(`accept ${title} with fields they do not know`, () => {
      expect(guard({ ...value, 'acme/field': { deep: [null] } }, 'it')).toBeUndefined();
    });
    for (const [wrong, failure] of broken) {
      it(`refuse ${title}: ${failure}`, () => {
        expect(guard({ ...value, ...wrong }, 'it')).toBe(`it${failure}`);
      });
    }
  }

  it('take undefined, but not null, for a field that may be absent', () => {
    expect(listTools.params({ cursor: undefined }, 'params')).toBeUndefined();
    expect(listTools.params({ cursor: null }, 'params')).toBe('params.cursor: expected a string, received null');
  });

  it('take null for the arguments of a call, which models write for none', () => {
    expect(callTool.params({ name: 'a', arguments: null }, 'params')).toBeUndefined();
  });

  it('let absent params pass where every field may be absent', () => {
    expect(listTools.params(undefined, 'params')).toBeUndefined();
    expect(callTool.params(undefined, 'params')).toBe('params: expected an object, received undefined');
  });

  it('take fractions wherever the specification says number', () => {
    expect(elicit.result({ action: 'accept', content: { weight: 1.5 } }, 'result')).toBeUndefined();
    expect(
      createMessage.params({ messages: [], maxTokens: 10, temperature: 0.25, _meta: { progressToken: 1.5 } }, 'params'),
    ).toBeUndefined();
  });

  it('refuse numbers that JSON cannot hold', () => {
    const result = { completion: { values: [], total: Number.NaN } };
    expect(complete.result(result, 'result')).toBe(
      'result.completion.total: expected a number, received a number that JSON cannot hold',
    );
  });

  it('refuse blocks of unknown type from a handler, and take them from a peer', () => {
    const result = { content: [{ type: 'hologram', data: 1 }] };
    expect(callTool.result(result, 'result')).toBe(
      'result.content[0].type: expected "text" or "image" or "audio" or "resource_link" or "resource", received another string',
    );
    expect(callTool.received?.(result, 'result')).toBeUndefined();
    expect(callTool.received?.({ content: [{ type: 'text' }] }, 'result')).toBe(
      'result.content[0].text: expected a string, received undefined',
    );
    expect(callTool.received?.({ content: [{}] }, 'result')).toBe(
      'result.content[0].type: expected a string, received undefined',
    );
  });

  it('leave an odd ttlMs from a peer to the cache, and refuse it from a handler', () => {
    const result = { contents: [], ttlMs: -1 };
    expect(readResource.result(result, 'result')).toBe(
      'result.ttlMs: expected a whole number from 0 up, received another number',
    );
    expect(readResource.received?.(result, 'result')).toBeUndefined();
  });

  it('hold completion values to 100 from a handler only', () => {
    const result = { completion: { values: Array.from({ length: 101 }, () => 'a') } };
    expect(complete.result(result, 'result')).toBe(
      'result.completion.values: expected at most 100 items, received 101',
    );
    expect(complete.received?.(result, 'result')).toBeUndefined();
  });

  it('judge any JSON value without throwing, in one line that starts with the path', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        for (const guard of allGuards) {
          const failure = guard(value, 'it');
          if (failure !== undefined) expect(failure).toMatch(/^it[^\n]*: expected [^\n]+$/);
        }
      }),
    );
  });

  it('judge broken examples without throwing, and never show a value', () => {
    const secret = 'S3CRET-VALUE';
    const broken = fc.oneof(
      fc.constantFrom<unknown>(secret, 7, null, true, [secret], { secret }, { type: secret }, [{ type: secret }]),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(fc.constantFrom(...examples), fc.nat(), broken, ({ guard, value }, index, wrong) => {
        const keys = Object.keys(value);
        const key = keys[index % keys.length] ?? 'name';
        expect(guard({ ...value, [key]: wrong }, 'it') ?? '').not.toContain(secret);
      }),
    );
  });

  it('judge JSON that is nested 10,000 deep', () => {
    for (const value of [
      nested(10_000, '[', ']'),
      JSON.parse(`${'{"content":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
    ]) {
      for (const guard of allGuards) expect(() => guard(value, 'it')).not.toThrow();
      expect(callTool.params({ name: 'a', arguments: { value } }, 'params')).toBeUndefined();
      expect(callTool.result({ content: [], structuredContent: value }, 'result')).toBeUndefined();
    }
  });

  it('look at own keys only, `__proto__` included', () => {
    const content = JSON.parse('{"__proto__":{"polluted":true}}');
    expect(elicit.result({ action: 'accept', content }, 'result')).toBe(
      'result.content.__proto__: expected a string, a number, a boolean or an array of strings, received object',
    );
    expect(callTool.result({ content: [{ type: '__proto__' }] }, 'result')).toContain('received another string');
    expect(callTool.result({ content: [{ type: 'constructor' }] }, 'result')).toContain('received another string');
  });

  it('quote and cut keys that a peer chose', () => {
    const at = (key: string) => elicit.result({ action: 'accept', content: { [key]: null } }, 'r');
    expect(at('a\nb')).toMatch(/^r\.content\["a\\nb"\]: expected/);
    expect(at('k'.repeat(5000))?.length).toBeLessThan(200);
  });

  it('stop at the first bad item of a huge array', () => {
    const tools = Array.from({ length: 200_000 }, () => ({ name: 'a', inputSchema: { type: 'object' } }));
    expect(listTools.result({ tools }, 'result')).toBeUndefined();
    expect(listTools.result({ tools: [...tools, null] }, 'result')).toBe(
      'result.tools[200000]: expected an object, received null',
    );
  });
});
