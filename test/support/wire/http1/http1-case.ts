/**
 * One decision on bytes of a client: what the decoder calls, and what other servers do, as far as it was measured.
 * N is node:http 26.10 without `insecureHTTPParser` and before FIN, G is Go's net/http, H is h11, X is nginx before N.
 */
export type Http1Case = readonly [
  name: string,
  /** The bytes of the connection, one unit per byte. */
  bytes: string,
  /** Lines of a `Transcript`; of a long one the first two and the last. */
  expected: readonly string[],
  others: string,
  /** Whether FIN follows. */
  hasEnd?: boolean,
];

export const HOST = 'Host: h\r\n';

/** What a row expects of the lines of a transcript. */
export function summarize(lines: readonly string[]): readonly string[] {
  return lines.length > 8 ? [...lines.slice(0, 2), '...', ...lines.slice(-1)] : lines;
}

/** @param fields lines with their CRLFs */
export function get(target = '/', fields = '', version = 'HTTP/1.1', method = 'GET'): string {
  return `${method} ${target} ${version}\r\n${HOST}${fields}\r\n`;
}

export function post(fields: string, content: string): string {
  return `POST / HTTP/1.1\r\n${HOST}${fields}\r\n${content}`;
}

export function chunked(content: string, fields = ''): string {
  return post(`Transfer-Encoding: chunked\r\n${fields}`, content);
}
