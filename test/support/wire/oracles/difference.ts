import type { OracleName, ParsedMessage } from './oracle.ts';

/**
 * - `rejected`: the decoder rejects what the oracle accepts.
 * - `accepted`: the decoder accepts what the oracle rejects.
 * - `ended`: one of them reads nothing behind a message, and the other may.
 */
export type DifferenceKind = 'rejected' | 'accepted' | 'ended';

/** What the decoder and an oracle read at the place where they differ. */
export interface Pair {
  /** Complete, or as far as it was read; absent if its head was not read. */
  readonly mine: ParsedMessage | undefined;
  readonly theirs: ParsedMessage | undefined;
  /** The last message of the connection that the oracle has read. */
  readonly theirLast: ParsedMessage | undefined;
  readonly ourError: string | undefined;
  readonly theirError: string | undefined;
  /** The extensions of all chunks. */
  readonly extensions: readonly string[];
}

/** A decided difference. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly oracles: readonly OracleName[];
  /** Why the decoder does so, with the clause. */
  readonly why: string;
  readonly applies: (pair: Pair) => boolean;
}

/** @param error the sentence of the decoder */
export function rejected(oracles: readonly OracleName[], error: RegExp, why: string): Difference {
  return { kind: 'rejected', oracles, why, applies: ({ ourError }) => error.test(ourError ?? '') };
}

/**
 * @param error of the oracle
 * @param isDecided whether the message has what the decision is about
 */
export function accepted(
  oracle: OracleName,
  error: RegExp,
  isDecided: (message: ParsedMessage, extensions: readonly string[]) => boolean,
  why: string,
): Difference {
  return {
    kind: 'accepted',
    oracles: [oracle],
    why,
    applies: ({ mine, theirError, extensions }) =>
      mine !== undefined && error.test(theirError ?? '') && isDecided(mine, extensions),
  };
}

export function ended(
  oracle: OracleName,
  isDecided: (message: ParsedMessage) => boolean,
  why: string,
): Difference {
  return {
    kind: 'ended',
    oracles: [oracle],
    why,
    applies: ({ mine }) => mine !== undefined && isDecided(mine),
  };
}

export function countOf(fields: readonly string[], name: string): number {
  return fields.filter((each, index) => index % 2 === 0 && each.toLowerCase() === name).length;
}

/** Whether fields `Connection` have the text. */
export function hasOption({ fields }: ParsedMessage, option: string): boolean {
  return fields.some(
    (value, index) =>
      index % 2 === 1 &&
      fields[index - 1]?.toLowerCase() === 'connection' &&
      value.toLowerCase().includes(option),
  );
}
