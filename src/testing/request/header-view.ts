import { SortedMembers } from '../python/value.ts';

/** Compat: headers that the proxies of httpbin.org add, which httpbin hides. */
const PROXY_FIELDS: ReadonlySet<string> = new Set([
  'Connect-Time',
  'Total-Route-Time',
  'Via',
  'X-Forwarded-For',
  'X-Forwarded-Port',
  'X-Forwarded-Proto',
  'X-Forwarded-Protocol',
  'X-Forwarded-Ssl',
  'X-Heroku-Dynos-In-Use',
  'X-Heroku-Queue-Depth',
  'X-Heroku-Queue-Wait-Time',
  'X-Real-Ip',
  'X-Request-Id',
  'X-Request-Start',
  'X-Varnish',
]);

/**
 * Request headers as JSON members: names in title case, sorted, with repeated values joined by commas.
 * Compat: an empty `Content-Type` or `Content-Length` is omitted.
 */
export function toHeaderView(rawHeaders: readonly string[]): SortedMembers {
  const names: string[] = [];
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    insert(names, values, toTitleCase(rawHeaders[index] ?? ''), rawHeaders[index + 1] ?? '');
  }
  return new SortedMembers(names, values);
}

/** Removes the headers that proxies add. */
export function withoutProxyFields(headers: SortedMembers): SortedMembers {
  if (!headers.names.some(isProxyField)) return headers;
  const retained = headers.names
    .map((_, index) => index)
    .filter((index) => !isProxyField(headers.names[index] ?? ''));
  return new SortedMembers(
    retained.map((index) => headers.names[index] ?? ''),
    retained.map((index) => headers.values[index]),
  );
}

function isProxyField(name: string): boolean {
  const first = name.charCodeAt(0);
  return (first === 0x58 || first === 0x56 || first === 0x54 || first === 0x43) && PROXY_FIELDS.has(name);
}

/** Insertion sort is faster than `sort` for a dozen headers. Names are ASCII, so `<` gives the order of Python. */
function insert(names: string[], values: string[], name: string, value: string): void {
  if (value === '' && (name === 'Content-Type' || name === 'Content-Length')) return;
  let place = names.length;
  while (place > 0 && name < (names[place - 1] ?? '')) place--;
  if (place > 0 && names[place - 1] === name) {
    values[place - 1] += `,${value}`;
    return;
  }
  for (let index = names.length; index > place; index--) {
    names[index] = names[index - 1] ?? '';
    values[index] = values[index - 1] ?? '';
  }
  names[place] = name;
  values[place] = value;
}

/**
 * Compat: Python's `str.title` capitalizes each letter that does not follow a letter, so `x-sha256sum` becomes
 * `X-Sha256Sum`.
 */
function toTitleCase(name: string): string {
  let afterLetter = false;
  for (let index = 0; index < name.length; index++) {
    const code = name.charCodeAt(index);
    const isCapital = code >= 0x41 && code <= 0x5a;
    const isSmall = code >= 0x61 && code <= 0x7a;
    if (afterLetter ? isCapital : isSmall) return rewrite(name);
    afterLetter = isCapital || isSmall;
  }
  return name;
}

function rewrite(name: string): string {
  return name.toLowerCase().replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
}
