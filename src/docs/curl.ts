import type { Endpoint, Example } from '../http/endpoint.ts';

/** The example as a curl command line for a POSIX shell. */
export function toCurl(baseUrl: string, endpoint: Endpoint, example: Example): string {
  const method = example.method ?? endpoint.methods[0] ?? 'GET';
  const parts = ['curl -i'];
  if (method === 'HEAD') parts[0] = 'curl -I';
  else if (method !== (example.body === undefined ? 'GET' : 'POST')) parts.push(`-X ${method}`);
  for (const [name, value] of example.fields ?? []) {
    const credentials = basicCredentials(name, value);
    parts.push(credentials === undefined ? `-H ${quote(`${name}: ${value}`)}` : `-u ${quote(credentials)}`);
  }
  if (example.body !== undefined) parts.push(`-d ${quote(example.body)}`);
  parts.push(quote(`${baseUrl}${example.path}`));
  return parts.join(' ');
}

/** `login:password`, where the field is Basic credentials: readable, and what a person would type. */
function basicCredentials(name: string, value: string): string | undefined {
  if (name !== 'Authorization' || !value.startsWith('Basic ')) return undefined;
  return Buffer.from(value.slice(6), 'base64').toString('utf8');
}

function quote(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
