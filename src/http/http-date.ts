/** A moment, in milliseconds since the epoch, as fields carry it: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7). */
export function toHttpDate(milliseconds: number): string {
  // ECMAScript fixes this form, and it is the RFC's.
  return new Date(milliseconds).toUTCString();
}
