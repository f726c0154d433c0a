import { isAccountCookie } from '#accounts/domain/request/account-cookies.ts';
import type { Pair } from './record.ts';

/** What the journal shows in place of a value that it does not keep. */
const REMOVED = '***';

/** Header fields without the values that the journal must not keep. */
export interface RecordedFields {
  /** Whether the values of all response fields are kept. */
  readonly keepsAll: boolean;
  /** The retained fields of a request, as an alternating list of names and values. */
  ofRequest(rawFields: readonly string[], hasAccountCookie: boolean): readonly string[];
  ofResponse(headers: readonly Pair[]): readonly Pair[];
}

/** @param redacted names of fields in lower case. Cookies of the account pages are always removed. */
export function createRecordedFields(redacted: readonly string[]): RecordedFields {
  const names = new Set(redacted);
  const maskValue = (name: string, value: string) => {
    if (names.has(name)) return REMOVED;
    return name === 'cookie' ? value.split(';').map(withoutAccountValue).join(';') : value;
  };
  return {
    keepsAll: names.size === 0,
    ofRequest(rawFields, hasAccountCookie) {
      if (names.size === 0 && !hasAccountCookie) return rawFields;
      return rawFields.map((text, at) =>
        at % 2 === 1 ? maskValue((rawFields[at - 1] ?? '').toLowerCase(), text) : text,
      );
    },
    ofResponse: (headers) =>
      headers.map(([name, value]) => [name, names.has(name.toLowerCase()) ? REMOVED : value]),
  };
}

function withoutAccountValue(pair: string): string {
  return isAccountCookie(pair) ? `${pair.split('=', 1)[0]}=${REMOVED}` : pair;
}
