// This SDK's client behind the face that the suites drive.
import { answer, reply, roots } from '../fixtures/contract.mjs';
import { entry } from '../parley.mjs';

const { Client, McpError } = await entry('client');

const questions = { onElicit: () => answer, onSample: () => reply, onListRoots: () => roots };

/** Connects; `mode` is the client's option of that name. */
export async function connect({ url, command, args, env, mode, answers }) {
  const logs = [];
  const listChanges = [];
  const updates = [];
  const warnings = [];
  const warn = (message) => void warnings.push(message);
  const target = url ?? { command, args, env, stderr: 'pipe' };
  const logger = { debug() {}, info() {}, warn, error: warn };
  const client = await Client.connect(target, { mode, logger, ...(answers ? questions : {}) });
  client.on('log', (message) => void logs.push(message));
  client.on('problem', (error) => void warnings.push(error.message));
  return new ParleyDriver(client, { logs, listChanges, updates, warnings });
}

class ParleyDriver {
  constructor(client, heard) {
    this.client = client;
    this.logs = heard.logs;
    this.listChanges = heard.listChanges;
    this.updates = heard.updates;
    /** What the client complained about; a run that went well has nothing here. */
    this.warnings = heard.warnings;
  }

  get protocolVersion() {
    return this.client.protocolVersion;
  }
  get serverName() {
    return this.client.serverInfo?.name;
  }
  get instructions() {
    return this.client.instructions;
  }
  async listTools() {
    return (await this.client.listTools()).tools;
  }
  callTool(name, args, { onProgress, signal } = {}) {
    const told = onProgress && ((progress, total, message) => onProgress({ progress, total, message }));
    return this.client.callTool(name, args, { onProgress: told, signal });
  }
  async listResources() {
    return (await this.client.listResources()).resources;
  }
  async listResourceTemplates() {
    return (await this.client.listResourceTemplates()).resourceTemplates;
  }
  readResource(uri) {
    return this.client.readResource(uri);
  }
  async listPrompts() {
    return (await this.client.listPrompts()).prompts;
  }
  getPrompt(name, args) {
    return this.client.getPrompt(name, args);
  }
  async complete(ref, argument, context) {
    return (await this.client.complete(ref, argument, context)).completion;
  }
  /** Fills `listChanges` and `updates` from now on; gives the function that ends that. */
  async listen(uri) {
    const subscription = await this.client.listen({ toolsListChanged: true, resourceSubscriptions: [uri] });
    const reading = this.#read(subscription);
    return () => subscription.close().then(() => reading);
  }
  async #read(subscription) {
    for await (const change of subscription) {
      if (change.type === 'toolsListChanged') this.listChanges.push(change);
      if (change.type === 'resourceUpdated') this.updates.push(change.uri);
    }
  }
  ping() {
    return this.client.ping();
  }
  setLogLevel(level) {
    return this.client.setLogLevel(level);
  }
  close() {
    return this.client.close();
  }

  /** The JSON-RPC code of an error that the server sent; `undefined` for one that arose on this side. */
  codeOf(error) {
    return McpError.is(error) ? error.jsonRpcCode : undefined;
  }
  isCancellation(error) {
    return McpError.is(error) && error.code === 'REQUEST_CANCELLED';
  }
}
