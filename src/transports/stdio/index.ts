export { defaultMaxMessageBytes, type LineListener, type LineProblem, LineReader } from './line-reader.js';
export type { StdioServerParameters } from './parameters.js';
