import { escapeBytes } from './percent.ts';
import { parseTarget } from './target.ts';

/** The absolute URL of a request target. Characters that a URL does not contain are percent-encoded. */
export function buildUrl(origin: string, requestTarget: string): string {
  const { path, query } = parseTarget(requestTarget);
  const rooted = path.startsWith('/') ? path : `/${path}`;
  return origin + escapeBytes(query === undefined ? rooted : `${rooted}?${query}`, NOT_OF_URLS);
}

/** Characters up to U+00FF that are not in the grammar of a URL (RFC 3986 §2), and that of a fragment. */
const NOT_OF_URLS = /%(?![\da-f]{2})|[^\w\-.~:/?@!$&'()*+,;=%]/gi;
