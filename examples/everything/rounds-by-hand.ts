import { type Context, inputRequired, type McpServer } from 'parley-mcp';
import { z } from 'zod';

const answered = z.object({ action: z.literal('accept'), content: z.object({ name: z.string() }) });

/** What a tool writes into its state, and finds there again. Nobody reads or changes it on the way. */
const waiting = 'waiting for a confirmation';

/** Tools that ask by hand: the questions have keys of their own choice, and each round is a call of its own. */
export function addToolsByHand(server: McpServer): void {
  server.tool('test_input_required_result_elicitation', { description: 'Asks for a name.' }, (_, ctx) => {
    const { success, data } = answered.safeParse(ctx.inputResponses?.user_name);
    return success ? `Hello, ${data.content.name}!` : askForName();
  });

  for (const scenario of ['request_state', 'tampered_state']) {
    server.tool(`test_input_required_result_${scenario}`, { description: 'Keeps a state.' }, (_, ctx) =>
      ctx.requestState === undefined ? askForConfirmation() : confirmation(ctx),
    );
  }
}

function askForName() {
  return inputRequired({
    inputRequests: {
      user_name: {
        method: 'elicitation/create',
        params: {
          message: 'What is your name?',
          requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        },
      },
    },
  });
}

function askForConfirmation() {
  return inputRequired({
    requestState: waiting,
    inputRequests: {
      confirm: {
        method: 'elicitation/create',
        params: {
          message: 'Please confirm',
          requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
        },
      },
    },
  });
}

function confirmation({ requestState, inputResponses }: Context): string {
  const state = requestState === waiting ? 'state-ok' : `unexpected state "${requestState}"`;
  return `${state}, answer: ${JSON.stringify(inputResponses?.confirm)}`;
}
