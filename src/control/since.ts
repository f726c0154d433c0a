import { longDuration } from '../config/value-types.ts';
import { parseTimestamp, timestampExpectation } from '../http/timestamp.ts';

/** What the beginning of a time that lasts until now must be, as it reads after "must be". */
export const sinceExpectation = `${timestampExpectation}, or a duration such as 24h`;

/** A moment, or so long ago, in milliseconds since the epoch; undefined when the text is neither. */
export function toSince(text: string, now: number): number | undefined {
  const ago = longDuration.read(text);
  return ago === undefined ? parseTimestamp(text) : now - ago;
}
