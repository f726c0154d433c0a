import { createHash } from 'node:crypto';
import { invalidInput } from '../../http/message/errors.ts';
import { joinedValue } from '../../http/message/fields.ts';
import {
  type CallerSelector,
  parseSelector,
  readSelector,
  type SelectorSource,
} from '../../matching/caller-selector.ts';
import { parseIdempotencyKey } from './idempotency-key.ts';

/** What distinguishes the callers of a sequence. Each caller gets the steps from the first on. */
export interface CallerRule {
  /** Undefined for the value of `Idempotency-Key`. */
  readonly selector: CallerSelector | undefined;
  /** Whether a caller with a successful answer gets it again. */
  readonly isReplayed: boolean;
  /** The value of `by`. */
  readonly text: string;
}

/** Values of `by`. */
export const CALLER_RULES = [
  'key',
  'path',
  'connection',
  'header:NAME',
  'idempotency',
  'idempotency,replay',
] as const;

const MAX_CALLER = 255;

/** @throws HttpError 400 */
export function parseCallerRule(text = 'key'): CallerRule {
  const isReplayed = text === 'idempotency,replay';
  if (isReplayed || text === 'idempotency') return { selector: undefined, isReplayed, text };
  const selector = parseSelector(text, ['key', 'path', 'connection', 'header']);
  if (selector) return { selector, isReplayed, text };
  const message = `must be ${CALLER_RULES.slice(0, -1).join(', ')} or ${CALLER_RULES.at(-1)}`;
  throw invalidInput([{ in: 'path', name: 'by', keyword: 'format', message }]);
}

/** What distinguishes the caller of this request; null when nothing does. @throws HttpError 400 for an invalid key. */
export function callerOf({ selector }: CallerRule, source: SelectorSource): string | null {
  if (!selector) return parseIdempotencyKey(joinedValue(source.rawFields, 'Idempotency-Key'));
  const caller = readSelector(selector, source);
  return caller === null || caller.length <= MAX_CALLER
    ? caller
    : `sha256:${createHash('sha256').update(caller).digest('hex')}`;
}
