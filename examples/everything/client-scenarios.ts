import { Client, type ClientOptions, type JsonObject } from 'parley-mcp';

/** Does with the server at `url` what a scenario wants done; `context` is what the suite tells of it. */
type Scenario = (url: string, context: JsonObject) => Promise<void>;

const clientInfo = { name: 'everything-client', version: '1.0.0' };

/** Milliseconds. Long, because the suite starts dozens of clients at once, and each of them waits for all the others. */
const probeTimeout = 20_000;

/** A scenario that connects and then does something. */
function connected(
  run: (client: Client, context: JsonObject) => Promise<unknown>,
  options: ClientOptions = {},
): Scenario {
  return async (url, context) => {
    await using client = await Client.connect(url, { clientInfo, probeTimeout, ...options });
    await run(client, context);
  };
}

async function callListedTools(client: Client, context: JsonObject): Promise<void> {
  await client.listTools();
  const calls = Array.isArray(context.toolCalls) ? context.toolCalls : [];
  for (const { name, arguments: args } of calls) await client.callTool(name, args);
}

/** Sends each request that has a name or URI in a header. */
async function useEverything(client: Client): Promise<void> {
  const { tools } = await client.listTools();
  for (const { name } of tools) await client.callTool(name, {});
  const { resources } = await client.listResources();
  for (const { uri } of resources) await client.readResource(uri);
  const { prompts } = await client.listPrompts();
  for (const { name } of prompts) await client.getPrompt(name);
}

/** Gives a tool's schema back as it was listed. */
async function echoSchema(client: Client): Promise<void> {
  const { tools } = await client.listTools();
  const listed = tools.find(({ name }) => name === 'json_schema_2020_12_tool');
  await client.callTool('json_schema_echo', { schema: listed?.inputSchema });
}

async function callValidTool(client: Client): Promise<void> {
  const { tools } = await client.listTools();
  for (const { name } of tools) await client.callTool(name, { region: 'us-west1' });
}

/** Calls tools that ask before they answer, and one beside them that does not. */
async function callAskingTools(client: Client): Promise<void> {
  await client.listTools();
  const names = ['test_mrtr_echo_state', 'test_mrtr_unrelated', 'test_mrtr_no_state', 'test_mrtr_no_result_type'];
  await Promise.all(names.map((name) => client.callTool(name, {})));
}

/** A user who confirms everything. */
const confirming: ClientOptions = { onElicit: () => ({ action: 'accept', content: { confirmed: true } }) };

/** A user who accepts a form as it is. */
const accepting: ClientOptions = {
  onElicit: () => ({ action: 'accept', content: {} }),
  applyElicitationDefaults: true,
};

/** A client that can be asked for everything. */
const askable: ClientOptions = {
  onElicit: () => ({ action: 'decline' }),
  onSample: () => ({ role: 'assistant', model: 'none', content: { type: 'text', text: 'Nothing to say' } }),
  onListRoots: () => [],
};

/** What to do in each scenario, by its name. */
export const scenarios: ReadonlyMap<string, Scenario> = new Map([
  ['initialize', connected((client) => client.listTools())],
  [
    'tools_call',
    connected(async (client) => {
      await client.listTools();
      await client.callTool('add_numbers', { a: 5, b: 3 });
    }),
  ],
  [
    'sse-retry',
    connected(async (client) => {
      await client.listTools();
      await client.callTool('test_reconnection', {});
    }),
  ],
  ['json-schema-2020-12-preservation', connected(echoSchema)],
  ['json-schema-ref-no-deref', connected((client) => client.listTools())],
  [
    'elicitation-sep1034-client-defaults',
    connected(async (client) => {
      await client.listTools();
      await client.callTool('test_client_elicitation_defaults', {});
    }, accepting),
  ],
  ['sep-2322-client-request-state', connected(callAskingTools, confirming)],
  ['request-metadata', connected((client) => client.listTools(), askable)],
  ['http-standard-headers', connected(useEverything)],
  ['http-custom-headers', connected(callListedTools)],
  ['http-invalid-tool-headers', connected(callValidTool)],
]);
