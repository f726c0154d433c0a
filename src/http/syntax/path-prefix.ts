/** Segments of unreserved characters (RFC 3986 §2.3), which no client and no proxy changes. */
const PREFIX = /^(?:\/[\w.~-]+)+$/;

const DOT_SEGMENT = /\/\.{1,2}(?:\/|$)/;

/** A path in front of all paths of a server, such as `/httpbin`; empty for `/`, undefined for any other text. */
export function parsePathPrefix(text: string): string | undefined {
  const path = text.endsWith('/') ? text.slice(0, -1) : text;
  if (path === '') return '';
  return path.length <= 256 && PREFIX.test(path) && !DOT_SEGMENT.test(path) ? path : undefined;
}
