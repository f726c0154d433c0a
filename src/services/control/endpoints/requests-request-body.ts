import { Type } from 'typebox';
import { binaryResponse } from '../../../http/message/response.ts';
import { endpoint } from '../context.ts';
import { problems } from '../errors.ts';
import { sendBody } from '../recorded-body.ts';

export const readRequestBody = endpoint({
  path: '/_sparring/requests/{id}/request.body',
  tag: 'Journal',
  summary: 'Returns the body of a recorded request.',
  description: 'The bytes that the journal keeps, unmasked.',
  params: { id: Type.Integer({ description: 'The id of the entry.' }) },
  responses: { 200: binaryResponse('The bytes of the body.'), ...problems(400, 403, 404, 409, 503) },
  examples: [
    { path: '/_sparring/requests/1/request.body', status: 200 },
    { path: '/_sparring/requests/999999/request.body', status: 404 },
  ],

  handle: ({ params, exchange, service }) => sendBody(exchange, service, params.id, 'request'),
});
