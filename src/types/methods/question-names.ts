/** How the requests are called by which a server asks its client; their definitions bring the guards of all questions and answers. */
export const questionNames = {
  elicit: 'elicitation/create',
  createMessage: 'sampling/createMessage',
  listRoots: 'roots/list',
} as const;
