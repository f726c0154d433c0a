import { Type } from 'typebox';
import { emptyResponse } from '#http/message/response.ts';
import { basicCredentials } from '#http/syntax/credentials.ts';
import { endpoint } from '../request/context.ts';

export const hiddenBasicAuth = endpoint({
  path: '/hidden-basic-auth/{user}/{passwd}',
  tag: 'Auth',
  access: 'basic',
  summary: 'Requires HTTP Basic authentication, and answers 404 without a challenge.',
  params: {
    user: Type.String({ description: 'The accepted user name.' }),
    passwd: Type.String({ description: 'The accepted password.' }),
  },
  responses: {
    200: Type.Object({ authenticated: Type.Literal(true), user: Type.String() }),
    404: emptyResponse('Missing or wrong credentials. There is no content and no challenge.'),
  },
  compare: {
    httpbin: ['same', 'Wrong credentials get 404.'],
    'go-httpbin': ['different', 'The 404 has no content.'],
  },
  examples: [
    {
      title: 'Right credentials',
      path: '/hidden-basic-auth/mona/secret',
      fields: [['Authorization', 'Basic bW9uYTpzZWNyZXQ=']],
      status: 200,
    },
    {
      title: 'No credentials: not found',
      path: '/hidden-basic-auth/mona/secret',
      status: 404,
      responseFields: [['Content-Length', '0']],
    },
  ],

  handle({ params, exchange }) {
    const credentials = basicCredentials(exchange.field('Authorization'));
    // The expected values are in the same request, so the time of the comparison reveals nothing.
    const isExpected = credentials?.user === params.user && credentials.password === params.passwd;
    if (isExpected) exchange.json(200, { authenticated: true, user: params.user });
    else exchange.empty(404, [['Content-Type', 'text/html; charset=utf-8']]);
  },
});
