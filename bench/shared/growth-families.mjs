// What a server may have more and more of while a call has to cost the same, and how many of it. `callsPerInstance`: how many calls
// one server may take before it is replaced by another of the same size.
const others = [10, 1_000, 5_000];
const before = { sizes: [0, 100_000, 200_000], callsPerInstance: 20_000 };

export const families = {
  'registered tools': { sizes: [10, 100, 1_000, 10_000] },
  'open listen streams of others': { sizes: others },
  'open sessions of others, a modern call': { sizes: others },
  'open sessions of others, a call in one': { sizes: others },
  'calls before': before,
  'calls before, in a session': before,
};
