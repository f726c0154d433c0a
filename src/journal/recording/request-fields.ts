import { mayHaveAccountCookie } from '#accounts/domain/request/account-cookies.ts';
import { readBin } from '#bins/request-bin.ts';
import { isSameName } from '#http/syntax/fields.ts';
import type { Target } from '#http/syntax/target.ts';

/** What the journal needs to know of the header fields of a request. */
export interface RequestFields {
  /** The bin of the request; null without one, and for a name that is not valid. */
  readonly bin: string | null;
  readonly isBinValid: boolean;
  /** Whether a cookie of the account pages is among them. */
  readonly hasAccountCookie: boolean;
  /** The value of `Sec-Fetch-Site`, by which browsers differ from the clients that are tested (Fetch Metadata §2.3). */
  readonly fetchSite: string | undefined;
}

/**
 * Reads all of it in one pass over an alternating list of names and values, because it runs for each request.
 * @param binHeader the name of the field of `--bin-header`, in lower case.
 */
export function readRequestFields(
  raw: readonly string[],
  target: Pick<Target, 'base' | 'authority'>,
  binHeader: string | undefined,
): RequestFields {
  let forwarded: string | undefined;
  let named: string | undefined;
  let host: string | undefined;
  let fetchSite: string | undefined;
  let hasAccountCookie = false;
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] ?? '';
    const value = raw[index + 1] ?? '';
    if (binHeader?.length === name.length && name.toLowerCase() === binHeader) forwarded ??= value;
    switch (name.length) {
      case 4:
        if (isSameName(name, 'Host')) host = value;
        break;
      case 6:
        if (isSameName(name, 'Cookie') && mayHaveAccountCookie(value)) hasAccountCookie = true;
        break;
      case 12:
        if (isSameName(name, 'Sparring-Bin')) named ??= value;
        break;
      case 14:
        if (isSameName(name, 'Sec-Fetch-Site')) fetchSite ??= value;
    }
  }
  const { bin, isValid: isBinValid } = readBin({ named, forwarded }, target, host);
  return { bin, isBinValid, hasAccountCookie, fetchSite };
}
