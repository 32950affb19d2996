export { Questions } from './questions.js';
export { Rounds } from './rounds.js';
