import type { Field, Fields } from '#http/syntax/fields.ts';
import { DirectiveError } from './directive-error.ts';
import { parseHeaderLine } from './header-directives.ts';
import { parseSeconds } from './seconds.ts';

/** An informational response. `wait` is the time before it, in milliseconds. */
export interface Interim {
  readonly status: number;
  readonly fields: Fields;
  readonly wait: number;
}

/** The behaviour towards a request with `Expect: 100-continue`. */
export type Expectation =
  | { readonly kind: 'continue' | 'never' | 'refuse' | 'after-body' | 'twice' | 'with-length' }
  /** Milliseconds before 100 (Continue). */
  | { readonly kind: 'late'; readonly wait: number }
  | { readonly kind: 'final'; readonly status: number }
  /** The body has been read. */
  | { readonly kind: 'handled' };

const WAIT = /@(\d{1,6}(?:\.\d{1,6})?(?:ms|s|m)?)$/;
const STATUS = /^1\d\d$/;

/**
 * Parses `CODE;NAME: VALUE;NAME: VALUE@SECONDS`, or with a unit such as `@200ms`.
 * @throws DirectiveError for an invalid status or header.
 */
export function parseInterim(text: string): Interim {
  const [suffix = '', seconds = '0'] = WAIT.exec(text) ?? [];
  const [status = '', ...lines] = splitHeaders(text.slice(0, text.length - suffix.length));
  if (!STATUS.test(status) || status === '101') {
    throw new DirectiveError(
      'must begin with 100, or a status from 102 to 199, such as 103;Link: </a.css>@0.5',
    );
  }
  return {
    status: Number(status),
    fields: lines.map((line): Field => parseHeaderLine(line)),
    wait: parseSeconds(seconds) ?? 0,
  };
}

/** The beginning of a header. Other text after a semicolon, such as `rel=preload`, belongs to the value before it. */
const HEADER_START = /^\s*[\w!#$%&'*+.^`|~-]+:/;

/** Splits at each semicolon before a header, outside of `"…"` and `<…>`. */
function splitHeaders(text: string): string[] {
  const parts: string[] = [];
  let [start, closing] = [0, ''];
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (closing !== '') {
      if (character === '\\' && closing === '"') index++;
      else if (character === closing) closing = '';
    } else if (character === '"') closing = '"';
    else if (character === '<') closing = '>';
    else if (character === ';' && HEADER_START.test(text.slice(index + 1))) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, text.slice(start)].map((part) => part.trim());
}

const SIMPLE = ['continue', 'never', 'refuse', 'after-body', 'twice', 'with-length'] as const;

/** Values of `expect`. */
export const EXPECTATIONS = [...SIMPLE, 'late:0.5', 'final:401'] as const;

/** @throws DirectiveError for an unknown behaviour. */
export function parseExpectation(text: string | undefined): Expectation | undefined {
  if (text === undefined) return undefined;
  const kind = SIMPLE.find((each) => each === text);
  if (kind) return { kind };
  const [, seconds] = /^late:(\d{1,6}(?:\.\d{1,6})?(?:ms|s|m)?)$/.exec(text) ?? [];
  if (seconds !== undefined) return { kind: 'late', wait: parseSeconds(seconds) ?? 0 };
  const [, status] = /^final:([2-9]\d\d)$/.exec(text) ?? [];
  if (status !== undefined) return { kind: 'final', status: Number(status) };
  throw new DirectiveError(`must be ${SIMPLE.join(', ')}, late:SECONDS or final:STATUS`);
}
