import { hasField } from '#http/syntax/fields.ts';
import { formatCurlForm } from './curl-form.ts';
import { quoteText } from './quoting.ts';
import { hasUsualHost, type SnippetRequest, withoutFields } from './request.ts';
import { formatComments, joinArguments, MAX_ARGUMENT, printBytes, quoteBytes } from './shell.ts';

/**
 * A command line of curl 7.56 or later, for POSIX shells. The request has the same bytes, but for the framing, and for the
 * boundary of a form.
 */
export function formatCurl(parts: SnippetRequest): string {
  const { method, url, origin, unusualTarget, body, bodyText, hasBody, notes } = parts;
  const form = hasBody ? formatCurlForm(parts) : undefined;
  const isArgument = bodyText !== undefined && body.byteLength <= MAX_ARGUMENT;
  const command = joinArguments('curl', [
    ...methodOf(parts),
    ...versionOf(parts),
    '--globoff --path-as-is',
    ...fieldsOf(parts, form !== undefined).map((field) => `-H ${field}`),
    ...(form?.arguments ?? contentOf(parts, isArgument)),
    ...(unusualTarget === undefined ? [] : [`--request-target ${quoteBytes(unusualTarget)}`]),
    quoteText(unusualTarget === undefined ? url : `${origin}/`),
  ]);
  const isHead = method === 'HEAD' && hasBody;
  const comments = formatComments([
    ...notes,
    ...(form
      ? ['The parts are the same. curl chooses another boundary, so the digest of the body differs.']
      : []),
    ...(isHead ? ['curl waits for the content of the response.'] : []),
  ]);
  const input = form ? form.input : hasBody && !isArgument ? printBytes(body) : undefined;
  return `${comments}${input === undefined ? '' : `${input} | `}${command}\n`;
}

function contentOf({ hasBody, bodyText }: SnippetRequest, isArgument: boolean): string[] {
  if (!hasBody) return [];
  return [isArgument ? `--data-raw ${quoteText(bodyText ?? '')}` : '--data-binary @-'];
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
function fieldsOf(parts: SnippetRequest, isForm: boolean): string[] {
  const { headers, hasBody, protocol } = parts;
  const isOmitted = new Set([
    'content-length',
    ...(hasUsualHost(parts) ? ['host'] : []),
    // With the boundary that curl chooses.
    ...(isForm ? ['content-type'] : []),
  ]);
  const hosts = protocol === 'HTTP/1.0' ? ['Host'] : [];
  const added = ['User-Agent', 'Accept', ...hosts, ...(hasBody ? ['Content-Type', 'Expect'] : [])];
  return [
    ...added.filter((name) => !hasField(headers, name)).map((name) => `${name}:`),
    ...withoutFields(headers, isOmitted).map(([name, value]) =>
      quoteBytes(value === '' ? `${name};` : `${name}: ${value}`),
    ),
  ];
}
