import { hash } from 'node:crypto';
import { joinedValue } from '#http/syntax/fields.ts';
import { type CallerSelector, parseSelector, readSelector, type SelectorSource } from './caller-selector.ts';
import { parseIdempotencyKey } from './idempotency-key.ts';

/** What distinguishes the callers of a list of responses. Each caller gets the steps from the first on. */
export interface Callers {
  /** Undefined for the value of `Idempotency-Key`. */
  readonly selector: CallerSelector | undefined;
}

/** The texts of `by`. */
export const CALLER_RULES = ['key', 'path', 'connection', 'header:NAME', 'idempotency'] as const;

/** Maximum length of a caller. */
const MAX_CALLER = 255;

/** Undefined for a text that is none of the rules. */
export function parseCallers(text: string): Callers | undefined {
  if (text === 'idempotency') return { selector: undefined };
  const selector = parseSelector(text, ['key', 'path', 'connection', 'header']);
  return selector && { selector };
}

/** What distinguishes the caller of this request; null when nothing does. @throws HttpError 400 for an invalid key. */
export function callerOf({ selector }: Callers, source: SelectorSource): string | null {
  if (!selector) return parseIdempotencyKey(joinedValue(source.rawFields, 'Idempotency-Key'));
  const caller = readSelector(selector, source);
  return caller === null || caller.length <= MAX_CALLER ? caller : `sha256:${hash('sha256', caller)}`;
}
