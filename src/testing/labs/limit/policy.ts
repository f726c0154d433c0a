import { own } from '#wire/bytes.ts';
import { DirectiveError } from '../../responses/syntax/directive-error.ts';

/** How units of a quota become available again. */
export type LimitKind = 'bucket' | 'window' | 'sliding' | 'concurrent';

/** A quota policy of the RateLimit draft. */
export interface Policy {
  readonly name: string;
  /** Units per window. */
  readonly quota: number;
  /** Length of the window in seconds. */
  readonly window: number;
}

const MAX_QUOTA = 10_000;
const MAX_WINDOW = 86_400;
const POLICY = /^([\w.~-]{1,32});q=(\d{1,6})(?:;w=(\d{1,6}))?$/;
const DEFAULT_WINDOW = 60;

/** Parses `NAME;q=N;w=S`. @throws DirectiveError for another form, or a number that is out of range. */
export function parsePolicy(text: string): Policy {
  const [, name, quota, window = DEFAULT_WINDOW] = POLICY.exec(text.replaceAll(' ', '')) ?? [];
  if (name === undefined)
    throw new DirectiveError('must be a name, a quota and a window, such as burst;q=10;w=60');
  return {
    name: own(name),
    quota: inRange('q', Number(quota), MAX_QUOTA),
    window: inRange('w', Number(window), MAX_WINDOW),
  };
}

function inRange(name: string, value: number, maximum: number): number {
  if (value >= 1 && value <= maximum) return value;
  throw new DirectiveError(`must have ${name} from 1 to ${maximum}`);
}
