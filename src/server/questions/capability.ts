import { McpError } from '../../errors/index.js';
import type { Exchange, Peer } from '../../exchange/index.js';
import {
  type ClientCapabilities,
  createMessage,
  elicit,
  type InputRequiredResult,
  type JsonObject,
} from '../../types/index.js';
import { type Question, questionMethods } from './question.js';

/**
 * Makes sure that the client said it can be asked, before anything is sent.
 *
 * @throws McpError `MISSING_CLIENT_CAPABILITY`, with `data.requiredCapabilities`
 */
export function requireCapability(peer: Peer, question: Question): void {
  const missing = missingCapability(peer.clientCapabilities, question);
  if (missing === undefined) return;
  const by = question.scope === '' ? '' : ` required by resolver '${question.scope}'`;
  const sentence = `${missing.what} not supported: the client did not declare the ${missing.name} capability${by}`;
  throw new McpError('MISSING_CLIENT_CAPABILITY', sentence, { requiredCapabilities: missing.required });
}

/** A question made by hand, too, goes only to a client that said it can be asked. */
export function requireCapabilities(exchange: Exchange, result: InputRequiredResult): void {
  for (const [key, request] of Object.entries(result.inputRequests ?? {})) {
    const method = questionMethods.get(request.method);
    if (method !== undefined)
      requireCapability(exchange.peer, {
        method,
        params: request.params as JsonObject | undefined,
        scope: '',
        title: key,
      }); // the guard has checked it
  }
}

interface Missing {
  readonly what: 'Elicitation' | 'Sampling' | 'Roots';
  readonly name: string;
  readonly required: ClientCapabilities;
}

function missingCapability(declared: ClientCapabilities, question: Question): Missing | undefined {
  if (question.method === elicit) return question.params?.mode === 'url' ? missingUrl(declared) : missingForm(declared);
  if (question.method === createMessage) return missingSampling(declared, question);
  return declared.roots === undefined ? { what: 'Roots', name: 'roots', required: { roots: {} } } : undefined;
}

/** A bare `elicitation: {}` means forms. */
function missingForm({ elicitation }: ClientCapabilities): Missing | undefined {
  if (elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)) return undefined;
  return { what: 'Elicitation', name: 'form elicitation', required: { elicitation: { form: {} } } };
}

function missingUrl({ elicitation }: ClientCapabilities): Missing | undefined {
  if (elicitation?.url !== undefined) return undefined;
  return { what: 'Elicitation', name: 'url elicitation', required: { elicitation: { url: {} } } };
}

function missingSampling({ sampling }: ClientCapabilities, { params }: Question): Missing | undefined {
  const tools = params?.tools !== undefined || params?.toolChoice !== undefined;
  if (sampling === undefined)
    return {
      what: 'Sampling',
      name: tools ? 'sampling.tools' : 'sampling',
      required: { sampling: tools ? { tools: {} } : {} },
    };
  if (tools && sampling.tools === undefined)
    return { what: 'Sampling', name: 'sampling.tools', required: { sampling: { tools: {} } } };
  return undefined;
}
