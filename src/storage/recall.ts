import type { Later } from '../later.ts';

/** A number that stands for the present content of the database; undefined when that cannot be told right now. */
export type StateOf = () => number | undefined;

const MOST = 10_000;

/**
 * Remembers what reads by key gave, until anything at all is written. Checking a password and looking a grant up costs a
 * request more than all the rest, and both are asked again and again. What is remembered is frozen.
 */
export class Recall<Value extends object> {
  readonly #stateOf: StateOf;
  readonly #values = new Map<string | number, Value>();
  #state: number | undefined;

  constructor(stateOf: StateOf) {
    this.#stateOf = stateOf;
  }

  get(key: string | number, read: () => Later<Value | undefined>): Later<Value | undefined> {
    const state = this.#stateOf();
    if (state === undefined) return read();
    if (state !== this.#state || this.#values.size >= MOST) this.#values.clear();
    this.#state = state;
    const known = this.#values.get(key);
    if (known) return known;
    const value = read();
    if (value && !(value instanceof Promise)) this.#values.set(key, freeze(value));
    return value;
  }
}

function freeze<Value extends object>(value: Value): Value {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) freeze(part);
  return Object.freeze(value);
}
