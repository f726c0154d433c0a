/** Formats milliseconds since the epoch as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7). */
export function formatHttpDate(milliseconds: number): string {
  // ECMAScript specifies the same format.
  return new Date(milliseconds).toUTCString();
}

/** Parses any of the three formats to milliseconds; undefined for other text. */
export function fromHttpDate(text: string): number | undefined {
  // The asctime format has no zone, and means GMT.
  const zoned = ASCTIME.test(text) ? `${text} GMT` : text;
  if (zoned === text && !IMF_FIXDATE.test(text) && !RFC_850.test(text)) return undefined;
  const time = Date.parse(zoned);
  return Number.isNaN(time) ? undefined : time;
}

const IMF_FIXDATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

const RFC_850 = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;

const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [\d ]\d \d{2}:\d{2}:\d{2} \d{4}$/;
