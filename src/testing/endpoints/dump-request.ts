import { textResponse } from '#http/message/response.ts';
import { anyBody } from '#http/routing/endpoint.ts';
import { endpoint } from '../request/context.ts';
import { rawMessage } from '../request/raw.ts';
import { UNTRUSTED_CONTENT } from '../responses/headers/untrusted-content.ts';

export const dumpRequest = endpoint({
  path: '/dump/request',
  methods: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE'],
  tag: 'Request inspection',
  summary: 'Returns the request as text: request line, unmodified headers, and body.',
  description: 'A chunked body is returned as one chunk. `/raw` returns more details as JSON.',
  body: anyBody('Any bytes.'),
  responses: { 200: textResponse('The request.') },
  compare: {
    'go-httpbin': ['better', 'Keeps the order, case and repetition of headers.'],
  },
  examples: [
    {
      method: 'PUT',
      path: '/dump/request?a=%7e',
      fields: [['x-CaSe', 'kept']],
      body: 'some text',
      status: 200,
      responseFields: [['Content-Type', 'text/plain; charset=utf-8']],
    },
  ],

  handle({ exchange, body }) {
    const fields = [['Content-Type', 'text/plain; charset=utf-8'], ...UNTRUSTED_CONTENT] as const;
    exchange.send(200, fields, rawMessage(exchange, body));
  },
});
