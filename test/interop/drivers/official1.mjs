// The client of @modelcontextprotocol/sdk behind the face that the suites drive.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  McpError,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';

import { answer, capabilities, reply, roots } from '../fixtures/contract.mjs';

const clientInfo = { name: 'interop-official1', version: '1.0.0' };

export async function connect({ url, command, args, env, answers }) {
  const client = new Client(clientInfo, answers ? { capabilities } : {});
  if (answers) answerQuestions(client);
  const logs = [];
  const listChanges = [];
  const updates = [];
  const warnings = [];
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void logs.push(params));
  client.setNotificationHandler(ToolListChangedNotificationSchema, ({ params }) => void listChanges.push(params));
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void updates.push(params.uri));
  client.onerror = (error) => void warnings.push(error.message);
  const transport =
    url === undefined
      ? new StdioClientTransport({ command, args, env: { ...getDefaultEnvironment(), ...env }, stderr: 'ignore' })
      : new StreamableHTTPClientTransport(new URL(url));
  // Over stdio this client keeps the agreed revision to itself, but tells a transport that asks.
  if (url === undefined)
    transport.setProtocolVersion = (version) => Object.assign(transport, { protocolVersion: version });
  await client.connect(transport);
  return new Official1Driver(client, transport, { logs, listChanges, updates, warnings });
}

function answerQuestions(client) {
  client.setRequestHandler(ElicitRequestSchema, () => answer);
  client.setRequestHandler(CreateMessageRequestSchema, () => reply);
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots }));
}

class Official1Driver {
  constructor(client, transport, heard) {
    this.client = client;
    this.transport = transport;
    Object.assign(this, heard);
  }

  get protocolVersion() {
    return this.transport.protocolVersion;
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
    return this.client.callTool({ name, arguments: args }, undefined, { onprogress: onProgress, signal });
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
    await this.client.subscribeResource({ uri });
    return () => this.client.unsubscribeResource({ uri });
  }
  ping() {
    return this.client.ping();
  }
  setLogLevel(level) {
    return this.client.setLoggingLevel(level);
  }
  async close() {
    if (this.transport.terminateSession !== undefined) await this.transport.terminateSession();
    await this.client.close();
  }

  codeOf(error) {
    return error instanceof McpError ? error.code : undefined;
  }
  isCancellation(error) {
    return error instanceof Error && /abort/i.test(`${error.name} ${error.message}`);
  }
}
