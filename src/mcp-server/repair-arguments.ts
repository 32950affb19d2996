export { coerceJsonStrings } from '../schema/index.js';
