/** A date, or a date and time in UTC or with an offset (RFC 3339 §5.6; seconds are optional, as in ISO 8601). */
export const timestampPattern =
  '^\\d{4}-\\d\\d-\\d\\d(?:[Tt ]\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,3})?)?(?:[Zz]|[+-]\\d\\d:\\d\\d)?)?$';

/** Describes a timestamp, after "must be". */
export const timestampExpectation = 'a date or timestamp, such as 2020-09-30 or 2020-09-30T07:00:00Z';

/** Milliseconds since the epoch; undefined for other text, and for a date or time that does not exist. */
export function parseTimestamp(text: string): number | undefined {
  if (!new RegExp(timestampPattern).test(text)) return undefined;
  const day = text.slice(0, 10);
  const time = text.slice(11).toUpperCase() || '00:00';
  const at = Date.parse(`${day}T${time}${/Z$|[+-]\d\d:\d\d$/.test(time) ? '' : 'Z'}`);
  // `Date.parse` accepts the 30th of February as the 1st of March.
  const isInCalendar = new Date(`${day}T00:00Z`).toJSON()?.startsWith(day);
  return isInCalendar && isTimestamp(at) ? at : undefined;
}

/** Whether the time is in a year of four digits. */
export function isTimestamp(at: number): boolean {
  return at >= EARLIEST && at < LATEST;
}

const EARLIEST = Date.parse('0000-01-01T00:00Z');
const LATEST = Date.parse('+010000-01-01T00:00Z');
