/** A request to the model of a client. */
export function questionToModel(text: string) {
  return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }], maxTokens: 100 };
}
