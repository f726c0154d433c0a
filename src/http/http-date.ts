/** A moment, in milliseconds since the epoch, as fields carry it: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7). */
export function toHttpDate(milliseconds: number): string {
  // ECMAScript fixes this form, and it is the RFC's.
  return new Date(milliseconds).toUTCString();
}

/** The moment that a field names, in milliseconds, in any of the three forms; undefined for anything else. */
export function fromHttpDate(text: string): number | undefined {
  // The last form says no zone, and means the same as the others.
  const zoned = ASCTIME.test(text) ? `${text} GMT` : text;
  if (zoned === text && !IMF_FIXDATE.test(text) && !RFC_850.test(text)) return undefined;
  const moment = Date.parse(zoned);
  return Number.isNaN(moment) ? undefined : moment;
}

const IMF_FIXDATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

const RFC_850 = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;

const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [\d ]\d \d{2}:\d{2}:\d{2} \d{4}$/;
