import { Type } from 'typebox';
import { describedResponse, TextContent } from '../../http/response.ts';
import { endpoint } from '../context.ts';
import { HARMLESS } from '../harmless.ts';
import { requestView } from '../request-view.ts';

export const ip = endpoint({
  path: '/ip',
  methods: ['GET'],
  tag: 'Request inspection',
  summary: "Returns the requester's IP address.",
  query: {
    format: Type.String({ description: 'With `text`, the bare address on a line.', default: 'json' }),
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
  examples: [{ path: '/ip', status: 200 }],

  handle({ exchange, query }) {
    const { origin } = requestView(exchange);
    if (query.format === 'text') exchange.send(200, HARMLESS_TEXT, Buffer.from(`${origin}\n`, 'latin1'));
    else exchange.json(200, { origin });
  },
});

const HARMLESS_TEXT = [['Content-Type', 'text/plain; charset=utf-8'], ...HARMLESS] as const;
