import type { Path } from '#http/message/validation.ts';
import { formatPointer } from '#http/syntax/json-pointer.ts';

/** An entry that cannot be understood. The message is a clause about the entry, which names the member by its pointer. */
export class EntryProblem extends Error {
  override name = 'EntryProblem';
}

/**
 * The members of an object of an archive. Tools write null for an absent value, numbers as texts, and texts as numbers: a
 * member counts by its value.
 */
export class Members {
  readonly #object: object;
  readonly #at: Path;

  /** @throws EntryProblem for another value. */
  constructor(value: unknown, at: Path = []) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new EntryProblem(
        at.length === 0 ? 'must be an object' : `${formatPointer(at)} must be an object`,
      );
    this.#object = value;
    this.#at = at;
  }

  /** Undefined for an absent member, and for null. */
  value(name: string): unknown {
    const own: unknown = Object.hasOwn(this.#object, name) ? Reflect.get(this.#object, name) : undefined;
    return own ?? undefined;
  }

  /** @throws EntryProblem for an object or a list. */
  text(name: string): string | undefined {
    const value = this.value(name);
    if (value === undefined || typeof value === 'string') return value;
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    throw this.problem(name, 'must be a text');
  }

  /** @throws EntryProblem for what is no number, also not as a text. */
  number(name: string): number | undefined {
    const value = this.value(name);
    if (value === undefined || typeof value === 'number') return value;
    if (typeof value === 'string' && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value)) return Number(value);
    throw this.problem(name, 'must be a number');
  }

  /** @throws EntryProblem for another value. */
  object(name: string): Members | undefined {
    const value = this.value(name);
    return value === undefined ? undefined : new Members(value, [...this.#at, name]);
  }

  /** The objects of a list; an empty list without one. @throws EntryProblem for another value. */
  objects(name: string): Members[] {
    const value = this.value(name);
    if (value === undefined) return [];
    if (!Array.isArray(value)) throw this.problem(name, 'must be a list');
    return value.map((each, index) => new Members(each, [...this.#at, name, index]));
  }

  problem(name: string, message: string): EntryProblem {
    return new EntryProblem(`${formatPointer([...this.#at, name])} ${message}`);
  }
}
