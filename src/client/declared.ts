import { McpError } from '../errors/index.js';
import type { ClientCapabilities, ElicitationCapability, JsonObject } from '../types/index.js';
import type { ElicitationMode, QuestionOptions } from './question-options.js';

/** What a client says it can do: what its callbacks tell, and what was given by hand on top. Throws `INVALID_OPTION`. */
export function declaredCapabilities(options: QuestionOptions): ClientCapabilities {
  const declared: ClientCapabilities = {};
  if (options.onElicit !== undefined) declared.elicitation = elicitation(options);
  if (options.onSample !== undefined) declared.sampling = Object.assign({}, options.samplingCapabilities);
  if (options.onListRoots !== undefined) declared.roots = { listChanged: true }; // dropped where the revision has no such notification
  const { capabilities: given = {} } = options;
  const merged: ClientCapabilities = Object.assign({}, declared, given);
  for (const name of ['elicitation', 'sampling', 'roots'] as const) {
    if (declared[name] === undefined || given[name] === undefined) continue;
    merged[name] = Object.assign({}, declared[name], given[name]);
  }
  return merged;
}

/** Whether the user can be asked in a mode. A bare `elicitation: {}` means forms. */
export function takesMode({ elicitation: declared }: ClientCapabilities, mode: ElicitationMode): boolean {
  if (declared === undefined) return false;
  if (mode === 'url') return declared.url !== undefined;
  return declared.form !== undefined || declared.url === undefined;
}

function elicitation(options: QuestionOptions): ElicitationCapability {
  const modes: readonly unknown[] = options.elicitationModes ?? ['form', 'url'];
  const known = modes.every((mode) => mode === 'form' || mode === 'url');
  if (!known || modes.length === 0) {
    throw new McpError(
      'INVALID_OPTION',
      `elicitationModes has to hold "form", "url" or both; received ${JSON.stringify(modes)}. To take no questions, leave onElicit out.`,
    );
  }
  const capability: ElicitationCapability = {};
  const form: JsonObject = options.applyElicitationDefaults === true ? { applyDefaults: true } : {};
  if (modes.includes('form')) capability.form = form;
  if (modes.includes('url')) capability.url = {};
  return capability;
}
