import { hasField } from '../http/message/fields.ts';
import { hasUsualHost, type SnippetRequest, withoutFields } from './request.ts';
import { joinArguments, MAX_ARGUMENT, printBytes, quoteBytes, quoteText, toComments } from './shell.ts';

/** A command line of curl 7.55 or later, for POSIX shells. The request has the same bytes, but for the framing. */
export function toCurl(parts: SnippetRequest): string {
  const { method, url, origin, unusualTarget, body, bodyText, hasBody, notes } = parts;
  const isArgument = bodyText !== undefined && body.byteLength <= MAX_ARGUMENT;
  const command = joinArguments('curl', [
    ...methodOf(parts),
    ...versionOf(parts),
    '--globoff --path-as-is',
    ...fieldsOf(parts).map((field) => `-H ${field}`),
    ...(hasBody ? [isArgument ? `--data-raw ${quoteText(bodyText)}` : '--data-binary @-'] : []),
    ...(unusualTarget === undefined ? [] : [`--request-target ${quoteBytes(unusualTarget)}`]),
    quoteText(unusualTarget === undefined ? url : `${origin}/`),
  ]);
  const isHead = method === 'HEAD' && hasBody;
  const comments = toComments([...notes, ...(isHead ? ['curl waits for the content of the response.'] : [])]);
  return `${comments}${hasBody && !isArgument ? `${printBytes(body)} | ` : ''}${command}\n`;
}

function methodOf({ method, hasBody }: SnippetRequest): string[] {
  if (method === 'HEAD' && !hasBody) return ['--head'];
  return method === (hasBody ? 'POST' : 'GET') ? [] : [`-X ${quoteText(method)}`];
}

function versionOf({ protocol, isTls }: SnippetRequest): string[] {
  // Servers reject the handshake with `http/1.0`, a protocol of ALPN that they do not know (RFC 7301 §3.2).
  if (protocol === 'HTTP/1.0') return [isTls ? '--http1.0 --no-alpn' : '--http1.0'];
  if (protocol === 'HTTP/1.1') return isTls ? ['--http1.1'] : [];
  return [isTls ? '--http2' : '--http2-prior-knowledge'];
}

/** A name with a colon removes a field that curl adds; a name with a semicolon has an empty value. */
function fieldsOf(parts: SnippetRequest): string[] {
  const { headers, hasBody, protocol } = parts;
  const isOmitted = new Set(['content-length', ...(hasUsualHost(parts) ? ['host'] : [])]);
  const hosts = protocol === 'HTTP/1.0' ? ['Host'] : [];
  const added = ['User-Agent', 'Accept', ...hosts, ...(hasBody ? ['Content-Type', 'Expect'] : [])];
  return [
    ...added.filter((name) => !hasField(headers, name)).map((name) => `${name}:`),
    ...withoutFields(headers, isOmitted).map(([name, value]) =>
      quoteBytes(value === '' ? `${name};` : `${name}: ${value}`),
    ),
  ];
}

/** What a short command line sends. */
export interface ShortRequest extends Pick<SnippetRequest, 'method' | 'url' | 'headers'> {
  /** Undefined without a body. */
  readonly body: string | undefined;
}

/**
 * A command line of curl for readers: the options that differ from the defaults of curl, which adds its own fields.
 * @param quote quotes an argument for the shell.
 */
export function toShortCurl({ method, url, headers, body }: ShortRequest, quote = quoteText): string {
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
