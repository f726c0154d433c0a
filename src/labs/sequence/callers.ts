import { createHash } from 'node:crypto';
import { invalidInput } from '../../http/errors.ts';
import type { Exchange } from '../../http/exchange.ts';
import { isToken } from '../../http/token.ts';
import { parseIdempotencyKey } from './idempotency-key.ts';

/** What distinguishes the callers of a sequence. Each caller gets the steps from the first on. */
export interface CallerRule {
  readonly kind: 'key' | 'path' | 'connection' | 'idempotency' | 'header';
  /** Name of the header field. */
  readonly field: string;
  /** Whether a caller with a successful answer gets it again. */
  readonly isReplayed: boolean;
  /** The value of `by`. */
  readonly text: string;
}

/** The request of a caller. */
export interface CallerRequest {
  readonly exchange: Exchange;
  /** The path behind `end`. */
  readonly rest: string;
  /** Number of the connection. */
  readonly connection: number;
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
const MAX_FIELD_NAME = 100;

/** @throws HttpError 400 */
export function parseCallerRule(text = 'key'): CallerRule {
  const [, kind, field = ''] =
    /^(key|path|connection|idempotency(?:,replay)?|header(?=:))(?::(.*))?$/.exec(text) ?? [];
  const common = { field, text, isReplayed: kind === 'idempotency,replay' };
  switch (kind) {
    case 'key':
    case 'path':
    case 'connection':
      if (field === '') return { kind, ...common };
      break;
    case 'idempotency':
    case 'idempotency,replay':
      if (field === '') return { kind: 'idempotency', ...common };
      break;
    case 'header':
      if (field.length <= MAX_FIELD_NAME && isToken(field)) return { kind, ...common };
  }
  const message = `must be ${CALLER_RULES.slice(0, -1).join(', ')} or ${CALLER_RULES.at(-1)}`;
  throw invalidInput([{ in: 'path', name: 'by', keyword: 'format', message }]);
}

/** What distinguishes the caller of this request; null when nothing does. @throws HttpError 400 for an invalid key. */
export function callerOf(rule: CallerRule, { exchange, rest, connection }: CallerRequest): string | null {
  switch (rule.kind) {
    case 'key':
      return null;
    case 'path':
      return shorten(rest);
    case 'connection':
      return String(connection);
    case 'header':
      return shorten(exchange.field(rule.field) ?? '');
    case 'idempotency':
      return parseIdempotencyKey(exchange.field('Idempotency-Key'));
  }
}

function shorten(text: string): string {
  return text.length <= MAX_CALLER ? text : `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
