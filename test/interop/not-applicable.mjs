// The cells that stay empty, and why. A cell that is neither here nor has a check is blank, and a blank fails.
const noResources = 'the server has no resources';
const noPrompts = 'the server has no prompts';
const unchanging = 'no tool of the server changes its list';
const toolsOnly = [
  { verbs: ['listChanged'], reason: unchanging },
  { verbs: ['resources', 'templates', 'readStatic', 'readTemplate', 'readMissing'], reason: noResources },
  { verbs: ['prompts', 'getPrompt', 'complete'], reason: noPrompts },
  {
    verbs: ['progress', 'cancel'],
    reason: 'no tool of the server reports progress or runs long enough to be given up',
  },
  { verbs: ['logging'], reason: 'the server sends no log messages' },
];

const jsonOnly = 'the server answers each request with one JSON body, which only holds the result';

const table = [
  { where: { era: 'modern' }, verbs: ['ping'], reason: 'revision 2026-07-28 has no ping' },
  {
    where: { sessions: false, era: 'legacy' },
    verbs: ['cancel'],
    reason:
      'without sessions a cancellation reaches no earlier request; legacy revisions do not take a disconnect for one',
  },
  {
    where: { sessions: false, era: 'legacy' },
    verbs: ['logging'],
    reason: 'without sessions the level set by one request is unknown to the next',
  },
  {
    where: { sessions: false, era: 'legacy' },
    verbs: ['listChanged'],
    reason: 'without sessions there is no connection over which to tell the client',
  },
  {
    where: { era: 'modern' },
    verbs: ['listChanged'],
    reason: 'modern clients hear of changes on a subscriptions/listen stream, which this run does not open',
  },
  { where: { transport: 'http-json' }, verbs: ['progress', 'cancel', 'logging'], reason: jsonOnly },
  { where: { suite: 'everything' }, verbs: ['listChanged'], reason: unchanging },
  ...toolsOnly.map((cell) => ({ where: { suite: 'filesystem' }, ...cell })),
  ...toolsOnly.map((cell) => ({ where: { suite: 'memory' }, ...cell })),
  { where: { suite: 'memory' }, verbs: ['image'], reason: 'no tool of the server gives a picture' },
];

/** Why a cell has nothing to show; `undefined` when it should have something. */
export function whyNotApplicable(row, verb) {
  const entry = table.find(
    ({ where, verbs }) => verbs.includes(verb) && Object.entries(where).every(([key, value]) => row[key] === value),
  );
  return entry?.reason;
}
