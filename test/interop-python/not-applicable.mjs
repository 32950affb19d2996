// The cells that stay empty, and why. A cell that is neither here nor has a check is blank, and a blank fails.
const questions = [
  'elicit',
  'sample',
  'roots',
  'batch',
  'chain',
  'outcomes',
  'declined',
  'together',
  'body',
  'steps',
  'page',
];
const byHand = ['manual', 'manualPrompt', 'manualResource'];
const listening = ['listenResource', 'listenLists', 'listenTwo'];

const jsonOnly = 'the server answers each request with one JSON body, which only holds the result';
const noSessions = 'without sessions a server cannot ask a legacy client, tell it of changes or take back a call';

const table = [
  {
    where: { server: 'python' },
    verbs: ['ended'],
    reason: 'the high-level Python server has no call that ends its streams with their result',
  },
  { where: { era: 'legacy' }, verbs: ['ended'], reason: 'legacy revisions have no stream that ends with a result' },
  { where: { transport: 'http-json' }, verbs: ['progress', 'logging', 'cancel'], reason: jsonOnly },
  {
    where: { transport: 'http-json', era: 'legacy' },
    verbs: [...questions, ...byHand, 'undeclared'],
    reason: jsonOnly,
  },
  {
    where: { transport: 'http-stateless', era: 'legacy' },
    verbs: [...questions, ...byHand, ...listening, 'undeclared', 'cancel'],
    reason: noSessions,
  },
  { where: { era: 'legacy' }, verbs: ['forged'], reason: 'legacy revisions have no request state' },
  {
    where: { client: 'python', era: 'legacy' },
    verbs: ['listenTwo'],
    reason:
      'the Python client listens on a modern connection only; a legacy one has one subscription for each resource',
  },
  {
    where: { server: 'python' },
    verbs: ['steps'],
    reason: 'a body of the Python server runs once: it has no steps, and no need of them',
  },
  {
    where: { server: 'python', era: 'modern' },
    verbs: ['body', 'page'],
    reason:
      'the Python server asks from a body only on a legacy connection; on a modern one it answers such a call with -32600',
  },
  {
    where: { server: 'python', era: 'legacy' },
    verbs: byHand,
    reason: 'the Python server takes a question by hand for an invalid result (-32603) on a legacy connection',
  },
];

/** Why a cell has nothing to show; `undefined` when it should have something. */
export function whyNotApplicable(row, verb) {
  const entry = table.find(
    ({ where, verbs }) => verbs.includes(verb) && Object.entries(where).every(([key, value]) => row[key] === value),
  );
  return entry?.reason;
}
