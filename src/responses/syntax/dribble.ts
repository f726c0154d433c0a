import { DirectiveError } from './directive-error.ts';

/** Content in pieces of equal size, spread over a time. */
export interface Dribble {
  /** Maximum number of pieces. */
  readonly count: number;
  readonly milliseconds: number;
}

const MAX_COUNT = 1000;

/** Parses `COUNT,SECONDS`. @throws DirectiveError */
export function parseDribble(text: string | undefined): Dribble | undefined {
  if (text === undefined) return undefined;
  const [, digits, seconds] = /^(\d{1,4}),(\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})$/.exec(text) ?? [];
  const count = Number(digits);
  if (digits === undefined || count < 1 || count > MAX_COUNT)
    throw new DirectiveError(`must be COUNT,SECONDS with a count from 1 to ${MAX_COUNT}, such as 5,2`);
  return { count, milliseconds: Number(seconds) * 1000 };
}
