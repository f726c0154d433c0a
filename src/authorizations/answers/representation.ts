import { hash } from 'node:crypto';
import type { Address } from './addresses.ts';
import { apiTimeToHttpDate } from './api-time.ts';

/** A value as it is sent, and what caches know it by (RFC 9110 §8.8). */
export interface Representation {
  readonly value: unknown;
  readonly content: string;
  /** The entity tag, in its quotes. */
  readonly tag: string;
  readonly lastModified: string | undefined;
}

/** @param lastModified a time in the API's own format, where the value is one record */
export function toRepresentation(value: unknown, lastModified?: string): Representation {
  const content = JSON.stringify(value);
  return {
    value,
    content,
    tag: toTag(content),
    lastModified: lastModified === undefined ? undefined : apiTimeToHttpDate(lastModified),
  };
}

export function toTag(content: string): string {
  return `"${hash('sha256', content).slice(0, 32)}"`;
}

/** Representations of records that are asked for again and again. */
export interface Representations {
  /** Made once for as long as the store recalls the same record, and anew for clients that call another address. */
  of(record: object, address: Address, make: () => Representation): Representation;
}

export function createRepresentations(): Representations {
  const kept = new WeakMap<object, { readonly address: Address; readonly made: Representation }>();
  return {
    of(record, address, make) {
      // What is not frozen is the caller's own, and comes only once.
      if (!Object.isFrozen(record)) return make();
      const known = kept.get(record);
      if (known?.address === address) return known.made;
      const made = make();
      kept.set(record, { address, made });
      return made;
    },
  };
}
