import { Type } from 'typebox';
import { describedResponse, TextContent } from '#http/message/response.ts';
import { endpoint } from '../request/context.ts';
import { requestView } from '../request/view.ts';
import { UNTRUSTED_CONTENT } from '../responses/headers/untrusted-content.ts';

export const ip = endpoint({
  path: '/ip',
  tag: 'Request inspection',
  summary: 'Returns the IP address of the client.',
  query: {
    format: Type.String({
      description: '`text` returns only the address, as a line of text.',
      default: 'json',
    }),
  },
  responses: {
    200: describedResponse('The address.', {
      'application/json': Type.Object({ origin: Type.String() }),
      'text/plain': TextContent,
    }),
  },
  compare: {
    httpbin: ['better', 'Supports plain text with `?format=text`.'],
    'go-httpbin': ['different', '`origin` is the complete `X-Forwarded-For`; supports `?format=text`.'],
    mockhttp: ['different', 'The member is `origin`, not `ip`.'],
    'Postman Echo': ['different', 'The member is `origin`, not `ip`.'],
  },
  examples: [{ title: 'Your address', path: '/ip', status: 200 }],

  handle({ exchange, query }) {
    const { origin } = requestView(exchange);
    if (query.format === 'text') exchange.send(200, UNTRUSTED_TEXT, Buffer.from(`${origin}\n`, 'latin1'));
    else exchange.json(200, { origin });
  },
});

const UNTRUSTED_TEXT = [['Content-Type', 'text/plain; charset=utf-8'], ...UNTRUSTED_CONTENT] as const;
