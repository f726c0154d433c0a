import { Type } from 'typebox';
import { anyBody } from '../../http/endpoint.ts';
import { HttpError } from '../../http/errors.ts';
import { describedResponse, TextContent } from '../../http/response.ts';
import { endpoint } from '../context.ts';
import { rawMessage } from '../raw-message.ts';
import { RawView, rawView } from '../raw-view.ts';

/** The text of a body can be six times as long in JSON, and a string can hold half a gigabyte. */
const MOST_ECHOED = 32 * 1024 * 1024;

export const raw = endpoint({
  path: '/raw',
  methods: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', '*'],
  tag: 'Request inspection',
  summary: 'Returns the request as it came: nothing renamed, sorted, joined or decoded.',
  description:
    'Field names in their own case, in their order, with repeats; the target undecoded; how the length of the body was told; its bytes, with their SHA-256; trailers; and what is known of the connection, of TLS and of HTTP/2.',
  query: {
    format: Type.Enum(['json', 'http'], {
      default: 'json',
      description: 'As JSON, or as a message of HTTP/1, in which a chunked body is one chunk.',
    }),
  },
  body: anyBody('Any bytes.'),
  responses: {
    200: describedResponse('The request.', { 'application/json': RawView, 'text/plain': TextContent }),
    400: 'No such format.',
    413: 'The body is too large to be told.',
  },
  compare: {
    new: 'Shows case, order, framing, trailers and bytes, which every other endpoint normalizes.',
  },
  examples: [
    { path: '/raw', fields: [['x-CaSe', 'kept']], status: 200 },
    { method: 'POST', path: '/raw?a=%7e', body: 'any bytes', status: 200 },
    { method: 'PURGE', path: '/raw', status: 200 },
    { path: '/raw?format=xml', status: 400 },
  ],

  handle({ exchange, query, body }) {
    if (query.format === 'http') return exchange.send(200, HARMLESS_TEXT, rawMessage(exchange, body));
    if (body.length > MOST_ECHOED) {
      throw new HttpError(413, `The body is larger than ${MOST_ECHOED} bytes, the most that is echoed.`);
    }
    exchange.json(200, rawView(exchange, body));
  },
});

/** Whatever was sent comes back, so it must never be taken for anything but text. */
const HARMLESS_TEXT = [
  ['Content-Type', 'text/plain'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Content-Security-Policy', 'sandbox'],
] as const;
