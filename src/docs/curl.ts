import type { Endpoint, Example } from '../http/endpoint.ts';

/** The example as a curl command line for a shell. */
export function toCurl(baseUrl: string, endpoint: Endpoint, example: Example): string {
  const method = methodOf(endpoint, example);
  const parts = ['curl -i'];
  if (method === 'HEAD') parts[0] = 'curl -I';
  else if (method !== (example.body === undefined ? 'GET' : 'POST')) parts.push(`-X ${method}`);
  for (const [name, value] of example.fields ?? []) {
    const credentials = basicCredentials(name, value);
    parts.push(credentials === undefined ? `-H ${quote(`${name}: ${value}`)}` : `-u ${quote(credentials)}`);
  }
  // What begins with an at sign would be the name of a file.
  if (example.body !== undefined)
    parts.push(`${example.body.startsWith('@') ? '--data-raw' : '-d'} ${quote(example.body)}`);
  // curl makes several addresses of one with brackets or braces.
  if (/[[\]{}]/.test(`${baseUrl}${example.path}`)) parts.push('-g');
  parts.push(quote(`${baseUrl}${example.path}`));
  return parts.join(' ');
}

export function methodOf(endpoint: Endpoint, example: Example): string {
  return example.method ?? endpoint.methods[0] ?? 'GET';
}

/** `login:password`, where the field is Basic credentials: readable, and what a person would type. */
function basicCredentials(name: string, value: string): string | undefined {
  if (name !== 'Authorization' || !value.startsWith('Basic ')) return undefined;
  return Buffer.from(value.slice(6), 'base64').toString('utf8');
}

/** Line breaks are escaped (POSIX.1-2024, 2.2.4), so that the command stays one line and they survive the copying. */
function quote(text: string): string {
  if (/^[\w./:@%+=,-]+$/.test(text)) return text;
  if (!/[\r\n\t]/.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`;
  const escaped = text.replaceAll(/[\\']/g, '\\$&').replaceAll('\r', '\\r').replaceAll('\n', '\\n');
  return `$'${escaped.replaceAll('\t', '\\t')}'`;
}
