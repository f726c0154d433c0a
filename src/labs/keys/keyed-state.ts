import { HttpError, invalidInput } from '../../http/message/errors.ts';
import { BoundedMap } from '../../http/syntax/bounded-map.ts';
import { AttemptLog } from './attempt-log.ts';

/** What a lab keeps for a key, besides its attempts. */
export interface LabValue {
  /** Members of the read-back of the key, in front of its attempts. */
  view(): Readonly<Record<string, unknown>>;
}

/** A key of a lab. */
export interface LabKey<Value extends LabValue = LabValue> {
  readonly lab: string;
  readonly key: string;
  readonly value: Value;
  readonly log: AttemptLog;
}

export interface KeyedStateOptions {
  /** Whether another process may receive the next request of a client. */
  readonly hasWorkers: boolean;
}

/** Maximum number of keys of all labs. */
export const MAX_KEYS = 1000;
const MAX_ATTEMPTS = 200;
/** Maximum number of kept bytes: of one key, and of the heads of all keys. */
const MAX_KEY_SIZE = 64 * 1024;
const MAX_HEAD_SIZE = 8 * 1024 * 1024;

/** The name of a key. */
export const KEY_PATTERN = '^[A-Za-z0-9._~-]{1,64}$';
const KEY = new RegExp(KEY_PATTERN);

/** The state that all labs share: keys with their attempts. The key without a request for the longest time is removed first. */
export class KeyedState {
  readonly #hasWorkers: boolean;
  /** In the order of their latest requests. */
  readonly #keys = new BoundedMap<string, LabKey>({
    capacity: MAX_KEYS,
    onEvict: ({ log }) => {
      this.#headSize -= log.headSize;
    },
  });
  #headSize = 0;

  constructor({ hasWorkers }: KeyedStateOptions) {
    this.#hasWorkers = hasWorkers;
  }

  /**
   * The key for a request to it. Makes it on first use.
   * @param type the class of all values of this lab.
   * @throws HttpError 400 for an invalid key, 501 in a server with several workers.
   */
  open<Value extends LabValue>(
    lab: string,
    key: string,
    type: new (...args: never[]) => Value,
    create: () => Value,
  ): LabKey<Value> {
    const name = this.#toName(lab, key);
    const known = this.#keys.touch(name);
    if (known && isKeyOf(known, type)) return known;
    return this.#add(name, lab, key, create());
  }

  /** Sets the value of a key, and forgets its attempts. @throws HttpError as `open`. */
  replace<Value extends LabValue>(lab: string, key: string, value: Value): LabKey<Value> {
    return this.#add(this.#toName(lab, key), lab, key, value);
  }

  /** The key, which stays as idle as it is. @throws HttpError as `open`. */
  find(lab: string, key: string): LabKey | undefined {
    return this.#keys.get(this.#toName(lab, key));
  }

  /** The keys of one lab or of all, the one without a request for the longest time first. */
  list(lab?: string): LabKey[] {
    return [...this.#keys].map(([, each]) => each).filter((each) => lab === undefined || each.lab === lab);
  }

  /** @returns whether there was such a key. @throws HttpError as `open`. */
  delete(lab: string, key: string): boolean {
    return this.#remove(this.#toName(lab, key));
  }

  clear(): void {
    this.#keys.clear();
    this.#headSize = 0;
  }

  /** Counts the heads of a key again, after an attempt has been added. */
  resize(before: number, { log }: LabKey): void {
    this.#headSize += log.headSize - before;
    for (const [, each] of this.#keys) {
      if (this.#headSize <= MAX_HEAD_SIZE) return;
      this.#headSize -= each.log.headSize;
      each.log.forgetHeads();
    }
  }

  #toName(lab: string, key: string): string {
    if (this.#hasWorkers)
      throw new HttpError(
        501,
        'Labs with keys need a server of one process: with several workers, the system chooses the process of a request.',
      );
    if (KEY.test(key)) return `${lab}/${key}`;
    const message = 'must be 1 to 64 letters, digits, dots, underscores, tildes and hyphens';
    throw invalidInput([{ in: 'path', name: 'key', keyword: 'pattern', message }]);
  }

  #add<Value extends LabValue>(name: string, lab: string, key: string, value: Value): LabKey<Value> {
    this.#remove(name);
    const log = new AttemptLog({ attempts: MAX_ATTEMPTS, heads: MAX_KEY_SIZE });
    const added = { lab, key, value, log };
    this.#keys.set(name, added);
    return added;
  }

  #remove(name: string): boolean {
    this.#headSize -= this.#keys.get(name)?.log.headSize ?? 0;
    return this.#keys.delete(name);
  }
}

function isKeyOf<Value extends LabValue>(
  key: LabKey,
  type: new (...args: never[]) => Value,
): key is LabKey<Value> {
  return key.value instanceof type;
}
