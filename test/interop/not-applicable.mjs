// The cells that stay empty, and why. A cell that is neither here nor has a check is blank, and a blank fails.
const noResources = 'the server has no resources';
const noPrompts = 'the server has no prompts';
const unchanging = 'no tool of the server changes its list or its resources';
const toolsOnly = [
  { verbs: ['listChanged', 'watch'], reason: unchanging },
  { verbs: ['resources', 'templates', 'readStatic', 'readTemplate', 'readMissing'], reason: noResources },
  { verbs: ['prompts', 'getPrompt', 'complete'], reason: noPrompts },
  {
    verbs: ['progress', 'cancel'],
    reason: 'no tool of the server reports progress or runs long enough to be given up',
  },
  { verbs: ['logging'], reason: 'the server sends no log messages' },
];

const jsonOnly = 'the server answers each request with one JSON body, which only holds the result';

const questions = ['elicit', 'sample', 'roots'];

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
    verbs: ['listChanged', 'watch'],
    reason: 'without sessions there is no connection over which to tell the client',
  },
  {
    where: { sessions: false, era: 'legacy' },
    verbs: questions,
    reason: 'without sessions a server cannot ask a legacy client',
  },
  {
    where: { transport: 'http-json', era: 'legacy' },
    verbs: questions,
    reason: jsonOnly,
  },
  ...['everything', 'filesystem', 'memory'].map((suite) => ({
    where: { suite },
    verbs: ['headerArg'],
    reason: 'no tool of the server has an argument for a header',
  })),
  ...['everything', 'filesystem', 'memory'].map((suite) => ({
    where: { suite },
    verbs: questions,
    reason: 'the questions of published servers depend on their hosts; the fixture servers ask all three',
  })),
  {
    where: { suite: 'example' },
    verbs: ['structured', 'cancel', 'listChanged', 'watch', ...questions],
    reason: 'what examples/everything has for it follows the conformance suite; the fixture server has it for this one',
  },
  { where: { transport: 'http-json' }, verbs: ['progress', 'cancel', 'logging'], reason: jsonOnly },
  { where: { suite: 'everything' }, verbs: ['listChanged', 'watch'], reason: unchanging },
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
