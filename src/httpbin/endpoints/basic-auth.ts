import { Type } from 'typebox';
import { basicCredentials, isSameSecret } from '../../http/credentials.ts';
import { emptyResponse } from '../../http/response.ts';
import { endpoint } from '../context.ts';

const CHALLENGE = [['WWW-Authenticate', 'Basic realm="Fake Realm"']] as const;

export const basicAuth = endpoint({
  path: '/basic-auth/{user}/{passwd}',
  methods: ['GET'],
  tag: 'Auth',
  access: 'basic',
  summary: 'Prompts for HTTP Basic authentication.',
  params: {
    user: Type.String({ description: 'The user name to let in.' }),
    passwd: Type.String({ description: 'The password to let in.' }),
  },
  responses: {
    200: Type.Object({ authenticated: Type.Literal(true), user: Type.String() }),
    401: emptyResponse('No Basic credentials, or wrong ones.'),
  },
  examples: [
    {
      path: '/basic-auth/mona/secret',
      fields: [['Authorization', 'Basic bW9uYTpzZWNyZXQ=']],
      status: 200,
    },
    { path: '/basic-auth/mona/secret', status: 401, answers: CHALLENGE },
  ],

  handle({ params, exchange }) {
    const given = basicCredentials(exchange.field('Authorization'));
    // Both are compared, whatever the first says: the time must not tell which of them was wrong.
    const isUser = isSameSecret(given?.user ?? '', params.user);
    const isPassword = isSameSecret(given?.password ?? '', params.passwd);
    if (!given || !isUser || !isPassword) return exchange.empty(401, CHALLENGE);
    exchange.json(200, { authenticated: true, user: params.user });
  },
});
