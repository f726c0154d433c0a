import { isSameWord } from '../../bytes.ts';
import { isConnectionField } from '../../http2/validate.ts';
import type { WireFields } from '../../response.ts';

/**
 * The head of a response as it is sent: names in lower case (RFC 9113 §8.2), those of connections omitted (§8.2.2).
 * @param date added at the end where the fields have none, and the response is final; empty for none
 */
export function toSentHead(status: number, fields: WireFields, date: string): string[] {
  const sent = [':status', String(status)];
  let hasDate = date === '';
  for (const [name, value] of fields) {
    if (isConnectionField(name)) continue;
    if (!hasDate && isSameWord(name, 'date')) hasDate = true;
    sent.push(name.toLowerCase(), value);
  }
  if (!hasDate) sent.push('date', date);
  return sent;
}

/** A trailer section. */
export function toSentTrailers(fields: WireFields): string[] {
  const sent: string[] = [];
  for (const [name, value] of fields) if (!isConnectionField(name)) sent.push(name.toLowerCase(), value);
  return sent;
}
