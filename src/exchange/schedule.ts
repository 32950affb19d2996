import type { Schedule } from './ports.js';

export const schedule: Schedule = (callback) => {
  setTimeout(callback, 0);
};
