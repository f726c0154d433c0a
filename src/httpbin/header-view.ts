import { SortedMembers } from './python-value.ts';

/** Compat: what proxies in front of the original added, and what it therefore does not show. */
const OF_PROXIES: ReadonlySet<string> = new Set([
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
 * The header fields as they are echoed: names in title case and sorted, repeats joined by a bare comma.
 * Compat: a WSGI server hands over `x_y` and `X-Y` as one; an empty `Content-Type` or `Content-Length` is not shown.
 */
export function toHeaderView(rawHeaders: readonly string[]): SortedMembers {
  const names: string[] = [];
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    insert(names, values, toTitleCase(rawHeaders[index] ?? ''), rawHeaders[index + 1] ?? '');
  }
  return new SortedMembers(names, values);
}

/** The fields without those that proxies add. */
export function withoutProxyFields(headers: SortedMembers): SortedMembers {
  if (!headers.names.some(isOfProxies)) return headers;
  const kept = headers.names
    .map((_, index) => index)
    .filter((index) => !isOfProxies(headers.names[index] ?? ''));
  return new SortedMembers(
    kept.map((index) => headers.names[index] ?? ''),
    kept.map((index) => headers.values[index]),
  );
}

function isOfProxies(name: string): boolean {
  const first = name.charCodeAt(0);
  return (first === 0x58 || first === 0x56 || first === 0x54 || first === 0x43) && OF_PROXIES.has(name);
}

/** Insertion keeps a dozen of fields in order at less cost than sorting them. Names are ASCII, so `<` is Python's order. */
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

/** Compat: Python's `str.title`: a letter is a capital unless it follows a letter, so `x-sha256sum` is `X-Sha256Sum`. */
function toTitleCase(name: string): string {
  let afterLetter = false;
  for (let index = 0; index < name.length; index++) {
    const code = name.charCodeAt(index);
    const isCapital = code >= 0x41 && code <= 0x5a;
    const isSmall = code >= 0x61 && code <= 0x7a;
    if (code === 0x5f || (afterLetter ? isCapital : isSmall)) return rewrite(name);
    afterLetter = isCapital || isSmall;
  }
  return name;
}

function rewrite(name: string): string {
  return name
    .replaceAll('_', '-')
    .toLowerCase()
    .replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
}
