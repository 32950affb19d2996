import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProgressUpdate } from '../exchange/index.js';
import { encodeCall } from './frame-text.js';

const token = fc.oneof(fc.string({ unit: 'binary' }), fc.integer());
const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(-0, Number.NaN, Number.POSITIVE_INFINITY));

describe('the text of a progress notification', () => {
  it('is what JSON.stringify would write', () => {
    fc.assert(
      fc.property(
        token,
        number,
        fc.option(number, { nil: undefined }),
        fc.option(fc.string({ unit: 'binary' }), { nil: undefined }),
        (progressToken, progress, total, message) => {
          const update = new ProgressUpdate(progressToken, progress, total, message);
          expect(encodeCall(undefined, 'notifications/progress', update)).toBe(
            JSON.stringify({
              jsonrpc: '2.0',
              method: 'notifications/progress',
              params: { progressToken, progress, total, message },
            }),
          );
        },
      ),
    );
  });

  it('keeps what is no number, as JSON does', () => {
    const progress = JSON.parse('"5"');
    expect(encodeCall(undefined, 'notifications/progress', new ProgressUpdate(1, progress, progress, undefined))).toBe(
      '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":"5","total":"5"}}',
    );
  });

  it('is JSON whatever JavaScript passes', () => {
    const { missing } = JSON.parse('{}');
    for (const message of [missing, () => {}] as never[]) {
      const text = encodeCall(undefined, 'notifications/progress', new ProgressUpdate(missing, 1, Number.NaN, message));
      expect(JSON.parse(text)).toMatchObject({ params: { progressToken: null, progress: 1, total: null } });
    }
  });
});
