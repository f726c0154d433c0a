import { quoteText } from './quoting.ts';
import type { SnippetRequest } from './request.ts';

/** What a short command line sends. */
export interface ShortRequest extends Pick<SnippetRequest, 'method' | 'url' | 'headers'> {
  /** Undefined without a body. */
  readonly body: string | undefined;
}

/**
 * A command line of curl for readers: the options that differ from the defaults of curl, which adds its own fields.
 * @param quote quotes an argument for the shell.
 */
export function formatShortCurl({ method, url, headers, body }: ShortRequest, quote = quoteText): string {
  const usual = body === undefined ? 'GET' : 'POST';
  return [
    method === 'HEAD' ? 'curl -I' : 'curl -i',
    ...(method === 'HEAD' || method === usual ? [] : [`-X ${quote(method)}`]),
    ...headers.map(([name, value]) => {
      const credentials = basicCredentials(name, value);
      return credentials === undefined ? `-H ${quote(`${name}: ${value}`)}` : `-u ${quote(credentials)}`;
    }),
    // `-d` reads a file if its value begins with an at sign.
    ...(body === undefined ? [] : [`${body.startsWith('@') ? '--data-raw' : '-d'} ${quote(body)}`]),
    // curl expands brackets and braces in a URL.
    ...(/[[\]{}]/.test(url) ? ['-g'] : []),
    quote(url),
  ].join(' ');
}

/** `login:password` of a header with Basic credentials from which curl makes the same header. */
function basicCredentials(name: string, value: string): string | undefined {
  const [, encoded] = /^Basic ([A-Za-z0-9+/]+={0,2})$/.exec(value) ?? [];
  if (name !== 'Authorization' || encoded === undefined || encoded.length % 4 > 0) return undefined;
  const decoded = new TextDecoder().decode(Uint8Array.from(atob(encoded), (byte) => byte.charCodeAt(0)));
  return decoded.includes('\ufffd') || !decoded.includes(':') ? undefined : decoded;
}
