import { DirectiveError } from './directive-error.ts';
import { parseSeconds } from './seconds.ts';

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
  const [, digits, seconds = ''] = /^(\d{1,4}),([\d.a-z]{1,40})$/.exec(text) ?? [];
  const [count, milliseconds] = [Number(digits), parseSeconds(seconds)];
  if (milliseconds === undefined || count < 1 || count > MAX_COUNT)
    throw new DirectiveError(
      `must be COUNT,SECONDS with a count from 1 to ${MAX_COUNT}, such as 5,2 or 5,200ms`,
    );
  return { count, milliseconds };
}
