import { toFetch } from '../../snippets/fetch.ts';
import { toPython } from '../../snippets/python.ts';
import type { RecordedExchange } from '../record.ts';
import { originOf } from '../request-url.ts';
import { toCurl } from './curl.ts';
import { toHttpMessage } from './http.ts';
import { toHttpie } from './httpie.ts';
import { toNode } from './node.ts';
import { type RequestParts, toRequestParts } from './request-parts.ts';

const WRITERS = {
  curl: toCurl,
  fetch: toFetch,
  node: toNode,
  httpie: toHttpie,
  python: toPython,
} satisfies Record<string, (parts: RequestParts) => string>;

export type SnippetFormat = keyof typeof WRITERS | 'http';

export const SNIPPET_FORMATS: readonly SnippetFormat[] = [
  'curl',
  'fetch',
  'node',
  'httpie',
  'python',
  'http',
];

/**
 * Code that sends a recorded request again; for `http`, the message itself.
 * @param origin scheme, host and port of the server; by default, those that the client called.
 */
export function toSnippet(
  format: SnippetFormat,
  exchange: RecordedExchange,
  origin = originOf(exchange),
): Buffer {
  if (format === 'http') return toHttpMessage(exchange);
  return Buffer.from(WRITERS[format](toRequestParts(exchange, origin)));
}
