import { Type } from 'typebox';
import { textResponse } from '#http/message/response.ts';
import type { Fields } from '#http/syntax/fields.ts';
import { formatSnippet, SNIPPET_FORMATS, type SnippetFormat } from '#journal/export/snippets/snippet.ts';
import { inputOf, operation } from '../declaration/operation.ts';
import { notFound } from '../state/errors.ts';
import { EntryId, findExchange, redactionFor, secrets } from './journal-access.ts';

export const readRequestAs = operation({
  name: 'requests-as',
  summary: 'Returns a recorded request as code that sends it again.',
  input: inputOf({
    id: EntryId,
    format: Type.String({ description: `One of ${SNIPPET_FORMATS.join(', ')}.` }),
    secrets,
  }),
  output: Type.Object({ format: Type.String(), code: Type.Union([Type.String(), Type.Unsafe<Buffer>({})]) }),
  errors: ['notFound', 'conflict', 'unavailable'],
  http: {
    route: 'GET /_sparring/requests/{id}/as/{format}',
    tag: 'Journal',
    description:
      '`http` is the message itself, byte for byte, if it was one of HTTP/1, with up to 1,000 chunks, and the journal keeps all of its values. The framing is always that of the bytes that follow: HTTP/2 requests get `Content-Length`, or chunks if they have trailers, and the `Content-Length` of a masked or truncated body is changed. Comments name what the tool cannot send.',
    responses: { 200: textResponse('The code.') },
    examples: [
      { title: 'As a curl command', path: '/_sparring/requests/1/as/curl', status: 200 },
      { title: 'In an unknown format', path: '/_sparring/requests/1/as/perl', status: 404 },
      { title: 'A request that is not recorded', path: '/_sparring/requests/999999/as/curl', status: 404 },
    ],
  },
  async run({ id, format, secrets: shown }, context, { origin }) {
    const recorded = redactionFor(context, shown).exchange(await findExchange(context, id));
    if (!isFormat(format)) throw notFound(`There is no format ${format}: ${SNIPPET_FORMATS.join(', ')}.`);
    return { format, code: formatSnippet(format, recorded, origin) };
  },
  send(exchange, { format, code }) {
    exchange.send(200, format === 'http' ? BYTES : TEXT, code);
  },
});

function isFormat(name: string): name is SnippetFormat {
  return SNIPPET_FORMATS.some((format) => format === name);
}

const SANDBOX = ['Content-Security-Policy', "sandbox; default-src 'none'"] as const;

const TEXT: Fields = [['Content-Type', 'text/plain; charset=utf-8'], SANDBOX];

/** A message has no encoding. */
const BYTES: Fields = [['Content-Type', 'text/plain; charset=iso-8859-1'], SANDBOX];
