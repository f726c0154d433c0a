import type { Endpoint, Example } from '../http/endpoint.ts';

/** The example as a curl command for a POSIX shell. */
export function toCurl(baseUrl: string, endpoint: Endpoint, example: Example): string {
  const method = methodOf(endpoint, example);
  const parts = ['curl -i'];
  if (method === 'HEAD') parts[0] = 'curl -I';
  else if (method !== (example.body === undefined ? 'GET' : 'POST')) parts.push(`-X ${method}`);
  for (const [name, value] of example.fields ?? []) {
    const credentials = basicCredentials(name, value);
    parts.push(credentials === undefined ? `-H ${quote(`${name}: ${value}`)}` : `-u ${quote(credentials)}`);
  }
  // `-d` reads a file if its value begins with an at sign.
  if (example.body !== undefined)
    parts.push(`${example.body.startsWith('@') ? '--data-raw' : '-d'} ${quote(example.body)}`);
  // curl expands brackets and braces in a URL.
  if (/[[\]{}]/.test(`${baseUrl}${example.path}`)) parts.push('-g');
  parts.push(quote(`${baseUrl}${example.path}`));
  return parts.join(' ');
}

export function methodOf(endpoint: Endpoint, example: Example): string {
  return example.method ?? endpoint.methods[0] ?? 'GET';
}

/** `login:password` of a header with Basic credentials; undefined for other headers. */
function basicCredentials(name: string, value: string): string | undefined {
  if (name !== 'Authorization' || !value.startsWith('Basic ')) return undefined;
  return Buffer.from(value.slice(6), 'base64').toString('utf8');
}

/** Quotes an argument. Line breaks are escaped (POSIX.1-2024, 2.2.4), so that the command is one line. */
function quote(text: string): string {
  if (/^[\w./:@%+=,-]+$/.test(text)) return text;
  if (!/[\r\n\t]/.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`;
  const escaped = text.replaceAll(/[\\']/g, '\\$&').replaceAll('\r', '\\r').replaceAll('\n', '\\n');
  return `$'${escaped.replaceAll('\t', '\\t')}'`;
}
