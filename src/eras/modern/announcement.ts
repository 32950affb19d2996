import type { Announcement } from '../../exchange/index.js';
import { type JsonObject, metaKeys, type RequestId } from '../../types/index.js';
import { encodeCall, encodeId } from '../frame-text.js';

/** A change as it is told: on streams with the id of the subscription, on connections without. */
export class ChangeAnnouncement implements Announcement {
  readonly method: string;
  readonly params: JsonObject | undefined;
  /** The text of the notification up to the id; what follows that is always the same. */
  #head: string | undefined;

  constructor(method: string, params: JsonObject | undefined) {
    this.method = method;
    this.params = params;
  }

  textFor(id: RequestId): string {
    this.#head ??= headOf(this);
    return `${this.#head}${encodeId(id)}}}}`;
  }

  paramsFor(id: RequestId): JsonObject {
    return Object.assign({}, this.params, { _meta: { [metaKeys.subscriptionId]: id } });
  }
}

function headOf({ method, params }: Announcement): string {
  const members = params === undefined ? '' : `${JSON.stringify(params).slice(1, -1)},`;
  const call = encodeCall(undefined, method, undefined).slice(0, -1);
  return `${call},"params":{${members}"_meta":{${subscriptionKey}:`;
}

const subscriptionKey = JSON.stringify(metaKeys.subscriptionId);
