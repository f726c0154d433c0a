import { Type } from 'typebox';
import { emptyResponse } from '#http/message/response.ts';
import { endpoint } from '../request/context.ts';

export const bearer = endpoint({
  path: '/bearer',
  tag: 'Auth',
  access: 'bearer',
  summary: 'Prompts for bearer authentication.',
  description: 'Accepts any token, and returns it.',
  responses: {
    200: Type.Object({ authenticated: Type.Literal(true), token: Type.String() }),
    401: emptyResponse('No bearer token.'),
  },
  compare: {
    httpbin: ['same', 'The token is everything after `Bearer `.'],
    'go-httpbin': ['different', 'A token may contain spaces or be empty, and the 401 has no content.'],
  },
  examples: [
    { title: 'Any token', path: '/bearer', fields: [['Authorization', 'Bearer abc123']], status: 200 },
    { title: 'No token', path: '/bearer', status: 401, responseFields: [['WWW-Authenticate', 'Bearer']] },
  ],

  handle({ exchange }) {
    const authorization = exchange.field('Authorization');
    // Compat: the scheme is case-sensitive, and the token is everything after the space. An empty token is the same as
    // none, because a header value has no trailing space (RFC 9110 §5.5).
    if (authorization?.startsWith('Bearer ')) {
      return exchange.json(200, { authenticated: true, token: authorization.slice('Bearer '.length) });
    }
    exchange.empty(401, [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['WWW-Authenticate', 'Bearer'],
    ]);
  },
});
