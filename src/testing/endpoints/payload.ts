import { anyResponse } from '#http/message/response.ts';
import { anyBody } from '#http/routing/endpoint.ts';
import { endpoint } from '../request/context.ts';
import { UNTRUSTED_CONTENT } from '../responses/headers/untrusted-content.ts';

export const payload = endpoint({
  path: '/payload',
  methods: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'],
  tag: 'Request inspection',
  summary: 'Returns the body of the request unchanged, with its Content-Type.',
  description: 'Browsers isolate the content from the origin, and run no scripts in it.',
  body: anyBody('Any bytes.'),
  responses: { 200: anyResponse('The body.') },
  compare: {
    httpbun: ['better', 'No truncation at 10,000 bytes; the content does not run in browsers.'],
    httpcan: ['same', 'The path is `/body` there.', '/body'],
  },
  examples: [
    {
      method: 'POST',
      path: '/payload',
      fields: [['Content-Type', 'text/csv']],
      body: 'a,b\n1,2\n',
      status: 200,
      responseFields: [
        ['Content-Type', 'text/csv'],
        ['Content-Length', '8'],
      ],
    },
  ],

  handle({ exchange, body }) {
    const type = exchange.field('Content-Type') ?? 'application/octet-stream';
    exchange.send(200, [['Content-Type', type], ...UNTRUSTED_CONTENT], body);
  },
});
