import { invalidInput } from '#http/errors/errors.ts';
import { CALLER_RULES, type Callers, parseCallers } from '#journal/matching/callers.ts';

/** What distinguishes the callers of a sequence. */
export interface CallerRule extends Callers {
  /** Whether a caller with a successful answer gets it again. */
  readonly isReplayed: boolean;
  /** The value of `by`. */
  readonly text: string;
}

const REPLAY = 'idempotency,replay';

/** Values of `by`. */
export const SEQUENCE_CALLER_RULES = [...CALLER_RULES, REPLAY] as const;

/** @throws HttpError 400 */
export function parseCallerRule(text = 'key'): CallerRule {
  const isReplayed = text === REPLAY;
  const callers = parseCallers(isReplayed ? 'idempotency' : text);
  if (callers) return { ...callers, isReplayed, text };
  const message = `must be ${CALLER_RULES.join(', ')} or ${REPLAY}`;
  throw invalidInput([{ in: 'path', name: 'by', keyword: 'format', message }]);
}
