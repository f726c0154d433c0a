import type { RecordedExchange } from './record.ts';
import type { Redaction } from './redaction.ts';

/** One condition of a match. */
export interface MatchPart {
  /** Such as `method` or `header Idempotency-Key`. */
  readonly name: string;
  /** How much the part counts in the comparison of near misses. */
  readonly weight: number;
  matches(exchange: RecordedExchange): boolean;
  /** From 0 to 1. */
  similarity(exchange: RecordedExchange): number;
  /**
   * Why the part does not match; empty if it does.
   * @param shown the exchange with masked credentials.
   */
  differences(exchange: RecordedExchange, shown: RecordedExchange, redaction: Redaction): PartDifference[];
}

export interface PartDifference {
  /** Such as `method` or `body .name`. */
  readonly part: string;
  /** Such as `expected POST, got GET`. */
  readonly text: string;
}

/** A text in quotation marks, at most 200 characters of it. */
export function quote(text: string): string {
  return JSON.stringify(clip(text));
}

export function clip(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

const MAX_SHOWN = 200;
