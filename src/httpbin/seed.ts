import { Type } from 'typebox';
import { invalidInput } from '../http/errors.ts';

/** An integer of any size, for a seeded generator. It is text in the schema, because a JavaScript number would round it. */
export const Seed = Type.Optional(
  Type.String({ description: 'A whole number: the same one gives the same answer.' }),
);

/**
 * Compat: what Python's `int` reads, up to the number of digits that it reads.
 * @throws HttpError 400 when it is no whole number.
 */
export function toSeed(text: string): bigint {
  const digits = /^([+-]?)(\d+(?:_\d+)*)$/.exec(text.trim());
  const plain = digits?.[2]?.replaceAll('_', '');
  if (plain === undefined || plain.length > MOST_DIGITS) {
    throw invalidInput([{ in: 'query', name: 'seed', keyword: 'type', message: 'must be a whole number' }]);
  }
  return digits?.[1] === '-' ? -BigInt(plain) : BigInt(plain);
}

const MOST_DIGITS = 4300;
