/** A day, or a moment in UTC or with its distance from it (RFC 3339 §5.6, and ISO 8601 without the seconds). */
export const timestampPattern =
  '^\\d{4}-\\d\\d-\\d\\d(?:[Tt ]\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,3})?)?(?:[Zz]|[+-]\\d\\d:\\d\\d)?)?$';

/** What a moment must be, as it reads after "must be". */
export const timestampExpectation = 'a day or a moment, such as 2020-09-30 or 2020-09-30T07:00:00Z';

/** Milliseconds since the epoch; undefined when the text is no moment, or one that no calendar and no clock has. */
export function parseTimestamp(text: string): number | undefined {
  if (!new RegExp(timestampPattern).test(text)) return undefined;
  const day = text.slice(0, 10);
  const time = text.slice(11).toUpperCase() || '00:00';
  const at = Date.parse(`${day}T${time}${/Z$|[+-]\d\d:\d\d$/.test(time) ? '' : 'Z'}`);
  // A parser takes the 30th of February for the 1st of March.
  const isInCalendar = new Date(`${day}T00:00Z`).toJSON()?.startsWith(day);
  return isInCalendar && isTimestamp(at) ? at : undefined;
}

/** Whether so many milliseconds since the epoch are in a year of four digits, which ISO 8601 writes. */
export function isTimestamp(at: number): boolean {
  return at >= EARLIEST && at < LATEST;
}

const EARLIEST = Date.parse('0000-01-01T00:00Z');
const LATEST = Date.parse('+010000-01-01T00:00Z');
