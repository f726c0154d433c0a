import { escapeNonAscii } from '#http/syntax/percent.ts';

/** The URL of a request, whose path is as the client wrote it: a parsed URL has other characters encoded. */
export interface RecordedUrl {
  readonly text: string;
  readonly origin: string;
  /** Host and port, without the default port of the scheme: a service has one host for http and https. */
  readonly host: string;
  readonly path: string;
  /** Percent-encoded as by the URL standard, because some recorders do not encode it. */
  readonly query: string;
}

/** Undefined for what is no URL of HTTP, such as `data:`. */
export function parseRecordedUrl(text: string): RecordedUrl | undefined {
  const parsed = URL.parse(text);
  const [written, path, query = ''] = HTTP_URL.exec(text) ?? [];
  if (!parsed || written === undefined) return undefined;
  const { origin, host } = parsed;
  return { text, origin, host, path: path || '/', query: escapeNonAscii(query) };
}

/** With its path and its query. */
const HTTP_URL = /^https?:\/\/[^/?#]*([^?#]*)\??([^#]*)/i;

/** Whether a text can be the base of URLs: a URL of HTTP, or a path. */
export function isBase(text: string): boolean {
  return text === '' || text.startsWith('/') || parseRecordedUrl(text) !== undefined;
}

/** The path below a base, which is a URL or a path; undefined for a URL that is not below it. */
export function pathBelow(
  { host, path }: Pick<RecordedUrl, 'host' | 'path'>,
  base: string | undefined,
): string | undefined {
  if (base === undefined) return path;
  const below = base.startsWith('/') || base === '' ? { host, path: base } : parseRecordedUrl(base);
  if (below?.host !== host) return undefined;
  const prefix = below.path.replace(/\/$/, '');
  const rest = path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
  if (rest === '') return '/';
  return rest?.startsWith('/') ? rest : undefined;
}

/** The path without the prefix of a bin; undefined for a path beside the bin. */
export function pathInBin(path: string, bin: string | null): string | undefined {
  if (bin === null) return path;
  const prefix = `/bin/${bin}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length - 1) : undefined;
}
