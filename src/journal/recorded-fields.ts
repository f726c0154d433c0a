import type { Pair } from './record.ts';

/** What the journal shows in place of a value that it does not keep. */
export const REMOVED = '***';

/** Header fields without the values that the journal must not keep. */
export interface RecordedFields {
  /** Of a request, as an alternating list of names and values. */
  ofRequest(rawFields: readonly string[]): readonly string[];
  ofResponse(headers: readonly Pair[]): readonly Pair[];
}

/** @param redacted names of fields in lower case. Cookies of the account pages are always removed. */
export function createRecordedFields(redacted: readonly string[]): RecordedFields {
  const names = new Set(redacted);
  const toValue = (name: string, value: string) => {
    if (names.has(name)) return REMOVED;
    return name === 'cookie' ? value.split(';').map(withoutAccountValue).join(';') : value;
  };
  return {
    ofRequest(rawFields) {
      // Most requests have no such field, and keep their list.
      if (names.size === 0 && !rawFields.some(hasAccountCookie)) return rawFields;
      return rawFields.map((text, at) =>
        at % 2 === 1 ? toValue((rawFields[at - 1] ?? '').toLowerCase(), text) : text,
      );
    },
    ofResponse: (headers) =>
      headers.map(([name, value]) => [name, names.has(name.toLowerCase()) ? REMOVED : value]),
  };
}

function hasAccountCookie(text: string, at: number): boolean {
  return at % 2 === 1 && text.includes('sparring_');
}

function withoutAccountValue(pair: string): string {
  return ACCOUNT_COOKIE.test(pair) ? `${pair.split('=', 1)[0]}=${REMOVED}` : pair;
}

/** Cookies of the account pages, which browsers send to every path of their host. */
const ACCOUNT_COOKIE = /^\s*(?:__(?:Secure|Host)-)?sparring_/;
