import type { Schedule } from './ports.js';

export const schedule: Schedule = (callback) => process.nextTick(callback);
