import { fieldValues } from '#http/syntax/fields.ts';
import { fromHttpDate } from '#http/syntax/http-date.ts';
import type { Pair } from '../recording/record.ts';
import type { HarCookie, HarPair } from './har-schema.ts';

/** The cookies of a request, as received. */
export function requestCookies(headers: readonly Pair[]): HarPair[] {
  return fieldValues(headers, 'Cookie')
    .flatMap((line) => line.split(';'))
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map(parsePair);
}

/** The cookies that a response sets, with their attributes. */
export function responseCookies(headers: readonly Pair[]): HarCookie[] {
  return fieldValues(headers, 'Set-Cookie').map((line) => {
    const [cookie = '', ...attributes] = line.split(';').map((part) => part.trim());
    const input = new Map(attributes.map(parseAttribute));
    const path = input.get('path');
    const domain = input.get('domain');
    const expires = fromHttpDate(input.get('expires') ?? '');
    return {
      ...parsePair(cookie),
      ...(path !== undefined && { path }),
      ...(domain !== undefined && { domain }),
      ...(expires !== undefined && { expires: new Date(expires).toISOString() }),
      httpOnly: input.has('httponly'),
      secure: input.has('secure'),
    };
  });
}

function parsePair(text: string): HarPair {
  const equals = text.indexOf('=');
  return equals < 0
    ? { name: '', value: text }
    : { name: text.slice(0, equals), value: text.slice(equals + 1) };
}

/** An attribute has a value, or is a flag. */
function parseAttribute(text: string): [name: string, value: string] {
  const { name, value } = parsePair(text);
  return name === '' ? [value.toLowerCase(), ''] : [name.toLowerCase(), value];
}
