/** What the journal needs to know of the header fields of a request. */
export interface RequestFields {
  /** Value of `Sparring-Bin`. */
  bin: string | undefined;
  host: string | undefined;
  /** Whether the fields declare a body (RFC 9112 §6). */
  hasBody: boolean;
  /** Whether a cookie of the account pages is among them. */
  hasAccountCookie: boolean;
}

/** Reads all of it in one pass over an alternating list of names and values, because it runs for each request. */
export function readRequestFields(raw: readonly string[]): RequestFields {
  const found: RequestFields = { bin: undefined, host: undefined, hasBody: false, hasAccountCookie: false };
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] ?? '';
    const value = raw[index + 1] ?? '';
    switch (name.length) {
      case 4:
        if (name.toLowerCase() === 'host') found.host = value;
        break;
      case 6:
        if (name.toLowerCase() === 'cookie' && value.includes('sparring_')) found.hasAccountCookie = true;
        break;
      case 12:
        if (name.toLowerCase() === 'sparring-bin') found.bin ??= value;
        break;
      case 14:
        if (name.toLowerCase() === 'content-length' && value !== '0') found.hasBody = true;
        break;
      case 17:
        if (name.toLowerCase() === 'transfer-encoding') found.hasBody = true;
    }
  }
  return found;
}
