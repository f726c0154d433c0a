import { type Fields, findField, hasField } from '../syntax/fields.ts';

/** The length that the fields declare for the content (RFC 9112 §6.3); undefined when its end is another one. */
export function declaredLength(fields: Fields): number | undefined {
  const value = findField(fields, 'Content-Length');
  return value === undefined || hasField(fields, 'Transfer-Encoding') ? undefined : Number(value);
}

/** The first line of a response. A fault can change any part of it; the status is 0 when it is not valid. */
export function parseStatusLine(line = ''): { readonly status: number; readonly reason: string } {
  const [version = '', status = '', ...words] = line.split(' ');
  if (!version.startsWith('HTTP/')) return { status: 0, reason: '' };
  return { status: /^\d{1,9}$/.test(status) ? Number(status) : 0, reason: words.join(' ') };
}
