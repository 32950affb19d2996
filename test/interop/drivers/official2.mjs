// The client of @modelcontextprotocol/client behind the face that the suites drive.
import { Client, LOG_LEVEL_META_KEY, ProtocolError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import { answer, capabilities, reply, roots } from '../fixtures/contract.mjs';

const clientInfo = { name: 'interop-official2', version: '1.0.0' };

/** Connects; `mode` is `auto`, `legacy`, or the revision to pin. */
export async function connect({ url, command, args, env, mode, answers }) {
  const negotiation = mode === 'auto' || mode === 'legacy' ? mode : { pin: mode };
  const client = new Client(clientInfo, {
    versionNegotiation: { mode: negotiation },
    capabilities: answers ? capabilities : {},
  });
  if (answers) answerQuestions(client);
  const logs = [];
  const listChanges = [];
  const updates = [];
  const warnings = [];
  client.setNotificationHandler('notifications/message', ({ params }) => void logs.push(params));
  client.setNotificationHandler('notifications/tools/list_changed', ({ params }) => void listChanges.push(params));
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void updates.push(params.uri));
  client.onerror = (error) => void warnings.push(error.message);
  const transport =
    url === undefined
      ? new StdioClientTransport({ command, args, env: { ...getDefaultEnvironment(), ...env }, stderr: 'ignore' })
      : new StreamableHTTPClientTransport(new URL(url));
  await client.connect(transport);
  return new Official2Driver(client, transport, { logs, listChanges, updates, warnings });
}

function answerQuestions(client) {
  client.setRequestHandler('elicitation/create', () => answer);
  client.setRequestHandler('sampling/createMessage', () => reply);
  client.setRequestHandler('roots/list', () => ({ roots }));
}

class Official2Driver {
  #logLevel;

  constructor(client, transport, heard) {
    this.client = client;
    this.transport = transport;
    Object.assign(this, heard);
  }

  get protocolVersion() {
    return this.client.getNegotiatedProtocolVersion();
  }
  get serverName() {
    return this.client.getServerVersion()?.name;
  }
  get instructions() {
    return this.client.getInstructions();
  }
  async listTools() {
    return (await this.client.listTools()).tools;
  }
  callTool(name, args, { onProgress, signal } = {}) {
    const params = { name, arguments: args };
    if (this.#logLevel !== undefined) params._meta = { [LOG_LEVEL_META_KEY]: this.#logLevel };
    return this.client.callTool(params, { onprogress: onProgress, signal });
  }
  async listResources() {
    return (await this.client.listResources()).resources;
  }
  async listResourceTemplates() {
    return (await this.client.listResourceTemplates()).resourceTemplates;
  }
  readResource(uri) {
    return this.client.readResource({ uri });
  }
  async listPrompts() {
    return (await this.client.listPrompts()).prompts;
  }
  getPrompt(name, args) {
    return this.client.getPrompt({ name, arguments: args });
  }
  async complete(ref, argument, context) {
    return (await this.client.complete({ ref, argument, context })).completion;
  }
  /** Fills `listChanges` and `updates` from now on; gives the function that ends that. */
  async listen(uri) {
    if (this.client.getProtocolEra() === 'modern') {
      const subscription = await this.client.listen({ toolsListChanged: true, resourceSubscriptions: [uri] });
      return () => subscription.close();
    }
    await this.client.subscribeResource({ uri });
    return () => this.client.unsubscribeResource({ uri });
  }
  ping() {
    return this.client.ping();
  }
  /** Modern requests carry the level they want, one by one; this client leaves that to its user. */
  async setLogLevel(level) {
    if (this.client.getProtocolEra() === 'modern') this.#logLevel = level;
    else await this.client.setLoggingLevel(level);
  }
  async close() {
    if (this.transport.terminateSession !== undefined) await this.transport.terminateSession();
    await this.client.close();
  }

  codeOf(error) {
    return ProtocolError.isInstance(error) ? error.code : undefined;
  }
  isCancellation(error) {
    return error instanceof Error && /abort|cancel/i.test(`${error.name} ${error.message}`);
  }
}
