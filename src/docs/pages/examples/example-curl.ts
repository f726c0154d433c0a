import type { Endpoint, Example } from '#http/routing/endpoint.ts';
import { quoteLine } from '#journal/snippets/quoting.ts';
import { formatShortCurl } from '#journal/snippets/short-curl.ts';

/** The example as a curl command of one line. */
export function formatExampleCurl(baseUrl: string, endpoint: Endpoint, example: Example): string {
  const { path, fields = [], body } = example;
  const method = methodOf(endpoint, example);
  return formatShortCurl({ method, url: baseUrl + path, headers: fields, body }, quoteLine);
}

export function methodOf(endpoint: Endpoint, example: Example): string {
  return example.method ?? endpoint.methods[0] ?? 'GET';
}
