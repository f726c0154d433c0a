import { type ReadResponse, values } from './read-response.ts';

type Fields = readonly (readonly [string, string])[];

interface Stored {
  readonly response: ReadResponse;
  readonly key: string;
}

/** A private cache of responses with an explicit lifetime (RFC 9111). It does not let them grow old. */
export class HttpCache {
  readonly #stored = new Map<string, Stored>();
  readonly #storesAll: boolean;

  constructor(storesAll: boolean) {
    this.#storesAll = storesAll;
  }

  /** The stored response, and the field of a conditional request in its place. */
  find(url: URL, fields: Fields): { response: ReadResponse; etag: string | undefined } | undefined {
    const stored = this.#stored.get(url.href);
    if (!stored || (!this.#storesAll && stored.key !== keyOf(stored.response.fields, fields)))
      return undefined;
    const { response } = stored;
    const isFresh = this.#storesAll || !directives(response.fields).includes('no-cache');
    const [etag] = isFresh ? [] : values(response.fields, 'etag');
    return isFresh || etag !== undefined ? { response, etag } : undefined;
  }

  store(method: string, url: URL, fields: Fields, response: ReadResponse): void {
    if (method !== 'GET') {
      if (!this.#storesAll && response.status < 400) this.#stored.delete(url.href);
      return;
    }
    const found = directives(response.fields);
    const isStorable =
      !found.includes('no-store') && found.some((each) => each === 'no-cache' || each.startsWith('max-age='));
    if (response.status === 200 && (isStorable || this.#storesAll))
      this.#stored.set(url.href, { response, key: keyOf(response.fields, fields) });
  }
}

function directives(fields: Fields): string[] {
  return values(fields, 'cache-control').map((each) => each.toLowerCase());
}

/** The values of the fields of the request that `Vary` names. */
function keyOf(response: Fields, request: Fields): string {
  return JSON.stringify(values(response, 'vary').map((name) => values(request, name.toLowerCase())));
}
