import { Type } from 'typebox';
import { basicCredentials, isSameSecret } from '../../http/credentials.ts';
import { emptyResponse } from '../../http/response.ts';
import { endpoint } from '../context.ts';

export const hiddenBasicAuth = endpoint({
  path: '/hidden-basic-auth/{user}/{passwd}',
  methods: ['GET'],
  tag: 'Auth',
  access: 'basic',
  summary: 'Lets in by HTTP Basic authentication, and answers 404 to everybody else.',
  params: {
    user: Type.String({ description: 'The user name to let in.' }),
    passwd: Type.String({ description: 'The password to let in.' }),
  },
  responses: {
    200: Type.Object({ authenticated: Type.Literal(true), user: Type.String() }),
    404: emptyResponse('Empty, and no challenge: nobody is told that there is something to be let in to.'),
  },
  examples: [
    {
      path: '/hidden-basic-auth/mona/secret',
      fields: [['Authorization', 'Basic bW9uYTpzZWNyZXQ=']],
      status: 200,
    },
    { path: '/hidden-basic-auth/mona/secret', status: 404, answers: [['Content-Length', '0']] },
  ],

  handle({ params, exchange }) {
    const given = basicCredentials(exchange.field('Authorization'));
    // Both are compared, whatever the first says: the time must not tell which of them was wrong.
    const isUser = isSameSecret(given?.user ?? '', params.user);
    const isPassword = isSameSecret(given?.password ?? '', params.passwd);
    if (given && isUser && isPassword) exchange.json(200, { authenticated: true, user: params.user });
    else exchange.empty(404, [['Content-Type', 'text/html; charset=utf-8']]);
  },
});
