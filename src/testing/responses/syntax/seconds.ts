import { type DurationUnits, parseDuration } from '#http/syntax/duration.ts';

const UNITS: DurationUnits = { ms: 1, s: 1000, m: 60_000 };

/** Enough for amounts with nine digits on both sides of the point, and their units. */
const MAX_LENGTH = 40;
const MAX_MS = 1e12;

/** The milliseconds of seconds such as `0.2`, or of a text with units such as `200ms` or `1m30s`. Undefined for any other text. */
export function parseSeconds(text: string): number | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const milliseconds = parseDuration(text, UNITS);
  return milliseconds !== undefined && milliseconds < MAX_MS ? milliseconds : undefined;
}
