import { Type } from 'typebox';
import type { Fields } from '../../http/fields.ts';
import { textResponse } from '../../http/response.ts';
import { SNIPPET_FORMATS, type SnippetFormat, toSnippet } from '../../journal/snippets/snippet.ts';
import { endpoint } from '../context.ts';
import { missing, problems } from '../errors.ts';
import { findExchange, redactionFor, secrets } from '../journal.ts';

export const readRequestAs = endpoint({
  path: '/_sparring/requests/{id}/as/{format}',
  methods: ['GET'],
  tag: 'Journal',
  summary: 'Returns a recorded request as code that sends it again.',
  description:
    '`http` is the message itself, byte for byte, except for the sizes of chunks. The framing is always that of the bytes that follow: HTTP/2 requests get `Content-Length`, or chunks if they have trailers, and the `Content-Length` of a masked or truncated body is changed. Comments name what the tool cannot send.',
  params: {
    id: Type.Integer({ description: 'The id of the entry.' }),
    format: Type.String({ description: `One of ${SNIPPET_FORMATS.join(', ')}.` }),
  },
  query: { secrets },
  responses: { 200: textResponse('The code.'), ...problems(400, 403, 404, 409, 501) },
  examples: [
    { path: '/_sparring/requests/1/as/curl', status: 200 },
    { path: '/_sparring/requests/1/as/perl', status: 404 },
    { path: '/_sparring/requests/999999/as/curl', status: 404 },
  ],

  handle({ params, query, exchange, service }) {
    const recorded = redactionFor(service, query.secrets).exchange(findExchange(service, params.id));
    if (!isFormat(params.format))
      throw missing(`There is no format ${params.format}: ${SNIPPET_FORMATS.join(', ')}.`);
    const origin = `${exchange.scheme}://${exchange.authority}`;
    exchange.send(200, params.format === 'http' ? BYTES : TEXT, toSnippet(params.format, recorded, origin));
  },
});

function isFormat(name: string): name is SnippetFormat {
  return SNIPPET_FORMATS.some((format) => format === name);
}

const SANDBOX = ['Content-Security-Policy', "sandbox; default-src 'none'"] as const;

const TEXT: Fields = [['Content-Type', 'text/plain; charset=utf-8'], SANDBOX];

/** A message has no encoding. */
const BYTES: Fields = [['Content-Type', 'text/plain; charset=iso-8859-1'], SANDBOX];
