import type { RecordedExchange } from '../../recording/record.ts';
import { WRITERS } from '../../snippets/writers.ts';
import { originOf } from '../../views/request-url.ts';
import { formatHttpMessage } from '../http-message.ts';
import { toSnippetRequest } from './snippet-request.ts';

export const SNIPPET_FORMATS = [
  'curl',
  'fetch',
  'axios',
  'node',
  'httpie',
  'python',
  'go',
  'php',
  'http',
] as const;

export type SnippetFormat = (typeof SNIPPET_FORMATS)[number];

/**
 * Code that sends a recorded request again; for `http`, the message itself.
 * @param origin scheme, host and port of the server; by default, those that the client called.
 */
export function formatSnippet(
  format: SnippetFormat,
  exchange: RecordedExchange,
  origin = originOf(exchange),
): Buffer {
  if (format === 'http') return formatHttpMessage(exchange);
  return Buffer.from(WRITERS[format].write(toSnippetRequest(exchange, origin)));
}
