export { compileUntrusted } from '../schema/index.js';
