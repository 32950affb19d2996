import { framesOf } from './frames.js';
import { at } from './json.js';
import { createOracle, type Oracle, oracleAvailable, oracleRequired, type Sender } from './oracle.js';
import { isRevisionName, type RevisionName, revisions } from './schemas.js';

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';

/** Settings of a `WireRecorder`. */
export interface WireRecorderOptions {
  /** The revision of messages that say nothing of it, until an `initialize` result does. Unknown by default. */
  readonly revision?: string;
  /** The oracle to ask. By default one that all recorders of the process share. */
  readonly oracle?: Oracle;
}

interface Call {
  readonly method: string;
  readonly revision: RevisionName | undefined;
}

interface Entry {
  readonly sender: Sender;
  readonly message: unknown;
  readonly revision: RevisionName | undefined;
  readonly method?: string | undefined;
}

let shared: Oracle | undefined;

/**
 * Records what two peers send each other, and judges it afterwards. One recorder serves one client: responses are
 * paired with requests by id and direction. Recording only parses; schemas are read and compiled by `problems`.
 */
export class WireRecorder {
  readonly #entries: Entry[] = [];
  readonly #unreadable: { sender: Sender; text: string }[] = [];
  readonly #pending = new Map<string, Call>();
  readonly #oracle: Oracle | undefined;
  #settled: RevisionName | undefined;
  #isNegotiated = false;

  constructor(options: WireRecorderOptions = {}) {
    this.#oracle = options.oracle;
    this.#settled = isRevisionName(options.revision) ? options.revision : undefined;
  }

  /** How many messages have been recorded; a batch is one. A test asserts on it to know that it recorded at all. */
  get size(): number {
    return this.#entries.length;
  }

  /**
   * Records what `sender` put on the wire: a text (lines of stdio, an HTTP body, a whole event stream) or one
   * message as a value, of which a copy is kept as JSON would deliver it. `revision` is what the test knows from
   * elsewhere, such as a header; what a message says itself, or the request that it answers, comes first.
   */
  record(sender: Sender, wire: unknown, revision?: string): void {
    const hint = isRevisionName(revision) ? revision : this.#settled;
    for (const frame of framesOf(typeof wire === 'string' ? wire : (JSON.stringify(wire) ?? ''))) {
      if ('unreadable' in frame) this.#unreadable.push({ sender, text: frame.unreadable });
      else if (Array.isArray(frame.message)) this.#addBatch(sender, frame.message, hint);
      else this.#entries.push(this.#entryOf(sender, frame.message, hint));
    }
  }

  /**
   * Everything that is wrong with what was recorded, one sentence each, only of one side when `sender` is given.
   * Always empty where the schemas are missing, unless the environment requires them.
   */
  problems(sender?: Sender): string[] {
    if (!oracleAvailable && this.#oracle === undefined) {
      return oracleRequired ? ['The schemas are missing, but REQUIRE_WIRE_SCHEMAS=1 demands them.'] : [];
    }
    shared ??= createOracle();
    const oracle = this.#oracle ?? shared;
    const unreadable = this.#unreadable
      .filter((entry) => sender === undefined || entry.sender === sender)
      .map((entry) => `${entry.sender} sent what is not JSON: ${excerpt(entry.text)}`);
    const judged = this.#entries
      .filter((entry) => sender === undefined || entry.sender === sender)
      .flatMap((entry) =>
        judge(oracle, entry).map(
          (problem) => `${problem} (${entry.sender}: ${excerpt(JSON.stringify(entry.message))})`,
        ),
      );
    return [...new Set([...unreadable, ...judged])];
  }

  /** A batch is judged as such, and its responses once more with the requests that they answer. */
  #addBatch(sender: Sender, batch: readonly unknown[], hint: RevisionName | undefined): void {
    this.#entries.push({ sender, message: batch, revision: hint });
    for (const item of batch) {
      const entry = this.#entryOf(sender, item, hint);
      if (entry.method !== undefined) this.#entries.push(entry);
    }
  }

  #entryOf(sender: Sender, message: unknown, hint: RevisionName | undefined): Entry {
    const method = at(message, 'method');
    const id = at(message, 'id');
    if (typeof method !== 'string') return this.#responseOf(sender, message, hint);
    const revision = this.#revisionOfCall(method, message, hint);
    if (id !== undefined) this.#pending.set(key(sender, id), { method, revision });
    return { sender, message, revision };
  }

  #responseOf(sender: Sender, message: unknown, hint: RevisionName | undefined): Entry {
    const caller = key(sender === 'client' ? 'server' : 'client', at(message, 'id'));
    const call = this.#pending.get(caller);
    this.#pending.delete(caller);
    if (call !== undefined && call.method !== 'initialize') return { sender, message, ...call };
    const agreed = at(message, 'result', 'protocolVersion');
    if (isRevisionName(agreed)) {
      this.#settled = agreed;
      this.#isNegotiated = true;
      return { sender, message, revision: agreed, method: 'initialize' };
    }
    return { sender, message, revision: hint, ...call };
  }

  /** The revision that a request or notification names itself, or that of the connection. */
  #revisionOfCall(method: string, message: unknown, hint: RevisionName | undefined): RevisionName | undefined {
    const claimed = at(message, 'params', '_meta', VERSION_KEY);
    if (claimed !== undefined) {
      // A version that nobody knows is still a claim that only the modern era can make.
      const revision = isRevisionName(claimed) ? claimed : revisions.at(-1);
      if (!this.#isNegotiated) this.#settled = revision;
      return revision;
    }
    if (method !== 'initialize') return hint;
    const wanted = at(message, 'params', 'protocolVersion');
    return isRevisionName(wanted) ? wanted : undefined;
  }
}

/** A message of unknown revision has to be valid at one of them; otherwise the last legacy one says why not. */
function judge(oracle: Oracle, { message, sender, method, revision }: Entry): string[] {
  if (revision !== undefined) return oracle.check(message, { revision, sender, method });
  const verdicts = revisions.map((candidate) => oracle.check(message, { revision: candidate, sender, method }));
  return verdicts.some((problems) => problems.length === 0) ? [] : (verdicts.at(-2) ?? []);
}

const key = (requester: Sender, id: unknown) => `${requester} ${JSON.stringify(id)}`;

const excerpt = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text);
