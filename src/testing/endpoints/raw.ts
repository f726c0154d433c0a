import { Type } from 'typebox';
import { describedResponse, TextContent } from '#http/message/response.ts';
import { echoedBody } from '../request/body.ts';
import { endpoint } from '../request/context.ts';
import { RawView, rawMessage, rawView } from '../request/raw.ts';

export const raw = endpoint({
  path: '/raw',
  methods: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', '*'],
  tag: 'Request inspection',
  summary: 'Returns the unmodified request: nothing renamed, sorted, joined or decoded.',
  description:
    'Headers with case, order and repeats; the undecoded target; the framing, chunks, bytes and SHA-256 of the body; trailers; and details of the connection, TLS and HTTP/2, such as pseudo-fields, priority and SETTINGS.',
  query: {
    format: Type.Enum(['json', 'http'], {
      default: 'json',
      description: 'JSON, or the bytes of the HTTP/1 message. A body of more than 1,000 chunks is one chunk.',
    }),
  },
  body: echoedBody('Any bytes.'),
  responses: {
    200: describedResponse('The request.', { 'application/json': RawView, 'text/plain': TextContent }),
    400: 'The format is unknown.',
    413: 'The body is too large.',
  },
  compare: {
    new: 'Shows case, order, framing, trailers and bytes, which every other endpoint normalizes.',
  },
  examples: [
    { title: 'A header as received', path: '/raw', fields: [['x-CaSe', 'kept']], status: 200 },
    {
      title: 'A body and an escaped query',
      method: 'POST',
      path: '/raw?a=%7e',
      body: 'any bytes',
      status: 200,
    },
    { title: 'A method that is not standard', method: 'PURGE', path: '/raw', status: 200 },
    { title: 'An unknown format', path: '/raw?format=xml', status: 400 },
  ],

  handle({ exchange, query, body }) {
    if (query.format === 'http') return exchange.send(200, UNTRUSTED_TEXT, rawMessage(exchange, body));
    exchange.json(200, rawView(exchange, body));
  },
});

/** The response contains the request, so browsers must treat it as text only. */
const UNTRUSTED_TEXT = [
  ['Content-Type', 'text/plain'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Content-Security-Policy', 'sandbox'],
] as const;
