import { BoundedMap } from '#http/syntax/bounded-map.ts';
import { own } from '#wire/bytes.ts';
import { AttemptLog } from './attempt-log.ts';
import type { LabValue } from './key-type.ts';

/** A key of a lab. */
export interface LabKey {
  readonly lab: string;
  readonly key: string;
  readonly value: LabValue;
  readonly log: AttemptLog;
}

/** Maximum number of keys of all labs. */
export const MAX_KEYS = 1000;
const MAX_ATTEMPTS = 200;
/** Maximum number of kept bytes: of one key, and of the heads of all keys. */
const MAX_KEY_SIZE = 64 * 1024;
const MAX_HEAD_SIZE = 8 * 1024 * 1024;

/** The state that all labs share: keys with their attempts. The key without a request for the longest time is removed first. */
export class KeyedState {
  /** In the order of their latest requests. */
  readonly #keys = new BoundedMap<string, LabKey>({
    capacity: MAX_KEYS,
    onEvict: ({ log }) => {
      this.#headSize -= log.headSize;
    },
  });
  #headSize = 0;

  /** The key for a request to it. Makes it on first use. */
  open(lab: string, key: string, create: () => LabValue): LabKey {
    return this.#keys.touch(formatName(lab, key)) ?? this.replace(lab, key, create());
  }

  /** Sets the value of a key, and forgets its attempts. */
  replace(lab: string, key: string, value: LabValue): LabKey {
    this.delete(lab, key);
    const log = new AttemptLog({ attempts: MAX_ATTEMPTS, heads: MAX_KEY_SIZE });
    const added = { lab, key: own(key), value, log };
    this.#keys.set(own(formatName(lab, key)), added);
    return added;
  }

  /** The key, which stays as idle as it is. */
  find(lab: string, key: string): LabKey | undefined {
    return this.#keys.get(formatName(lab, key));
  }

  /** The keys of all labs, the one without a request for the longest time first. */
  list(): LabKey[] {
    return [...this.#keys].map(([, each]) => each);
  }

  /** @returns whether there was such a key. */
  delete(lab: string, key: string): boolean {
    const name = formatName(lab, key);
    this.#headSize -= this.#keys.get(name)?.log.headSize ?? 0;
    return this.#keys.delete(name);
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
}

function formatName(lab: string, key: string): string {
  return `${lab}/${key}`;
}
