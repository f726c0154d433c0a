import { Type } from 'typebox';
import { emptyResponse } from '#http/message/response.ts';
import { basicCredentials } from '#http/syntax/credentials.ts';
import { endpoint } from '../request/context.ts';

const CHALLENGE = [['WWW-Authenticate', 'Basic realm="Fake Realm"']] as const;

export const basicAuth = endpoint({
  path: '/basic-auth/{user}/{passwd}',
  tag: 'Auth',
  access: 'basic',
  summary: 'Prompts for HTTP Basic authentication.',
  params: {
    user: Type.String({ description: 'The accepted user name.' }),
    passwd: Type.String({ description: 'The accepted password.' }),
  },
  responses: {
    200: Type.Object({ authenticated: Type.Literal(true), user: Type.String() }),
    401: emptyResponse('Missing or wrong credentials.'),
  },
  compare: {
    httpbin: ['same', 'The credentials are in the path, and a 401 has no content.'],
    'go-httpbin': ['different', 'A 401 has no content, and there is no `authorized`.'],
    httpbun: ['different', 'The realm is that of httpbin.'],
    mockhttp: ['different', 'The content and the challenge are those of httpbin.'],
    'Postman Echo': ['different', 'The credentials are in the path; Postman Echo has a fixed pair.'],
  },
  examples: [
    {
      title: 'Right credentials',
      path: '/basic-auth/mona/secret',
      fields: [['Authorization', 'Basic bW9uYTpzZWNyZXQ=']],
      status: 200,
    },
    { title: 'No credentials', path: '/basic-auth/mona/secret', status: 401, responseFields: CHALLENGE },
  ],

  handle({ params, exchange }) {
    const credentials = basicCredentials(exchange.field('Authorization'));
    // The expected values are in the same request, so the time of the comparison reveals nothing.
    const isExpected = credentials?.user === params.user && credentials.password === params.passwd;
    if (!isExpected) return exchange.empty(401, CHALLENGE);
    exchange.json(200, { authenticated: true, user: params.user });
  },
});
