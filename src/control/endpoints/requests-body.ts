import { Type } from 'typebox';
import type { Exchange } from '../../http/exchange.ts';
import type { Fields } from '../../http/fields.ts';
import { binaryResponse } from '../../http/response.ts';
import { type ControlContext, endpoint } from '../context.ts';
import { missing, problems } from '../errors.ts';
import { findExchange } from '../journal.ts';

const shared = {
  methods: ['GET'],
  tag: 'Journal',
  description: 'The bytes that the journal keeps, unmasked.',
  params: { id: Type.Integer({ description: 'The id of the entry.' }) },
  responses: {
    200: binaryResponse('The bytes of the body.'),
    ...problems(403, 404, 409, 501),
  },
} as const;

export const readRequestBody = endpoint({
  ...shared,
  path: '/_sparring/requests/{id}/request.body',
  summary: 'Returns the body of a recorded request.',
  examples: [
    { path: '/_sparring/requests/1/request.body', status: 200 },
    { path: '/_sparring/requests/999999/request.body', status: 404 },
  ],
  handle: ({ params, exchange, service }) => sendBody(exchange, service, params.id, 'request'),
});

export const readResponseBody = endpoint({
  ...shared,
  path: '/_sparring/requests/{id}/response.body',
  summary: 'Returns the content of a recorded response.',
  examples: [
    { path: '/_sparring/requests/1/response.body', status: 200 },
    { path: '/_sparring/requests/999999/response.body', status: 404 },
  ],
  handle: ({ params, exchange, service }) => sendBody(exchange, service, params.id, 'response'),
});

function sendBody(
  exchange: Exchange,
  service: ControlContext,
  id: number,
  part: 'request' | 'response',
): void {
  const message = findExchange(service, id)[part];
  if (!message) throw missing(`Exchange ${id} has no response.`);
  exchange.send(200, UNTRUSTED, message.body.kept);
}

/** The bytes are those of clients: a browser must neither guess their type nor run them. */
const UNTRUSTED: Fields = [
  ['Content-Type', 'application/octet-stream'],
  ['Content-Disposition', 'attachment'],
  ['Content-Security-Policy', "sandbox; default-src 'none'"],
];
