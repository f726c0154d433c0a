import { Type } from 'typebox';
import { toApiTime } from '../../authorizations/answers/api-time.ts';
import { findCurrentCode } from '../../authorizations/sign-in/one-time-password.ts';
import { endpoint } from '../context.ts';
import { missing, problems } from '../errors.ts';

export const oneTimePassword = endpoint({
  path: '/_sparring/one-time-password/{login}',
  methods: ['GET'],
  tag: 'Data',
  summary: 'Returns the current code of the authenticator application of a user, or the newest sent code.',
  params: { login: Type.String({ description: 'The login.' }) },
  responses: {
    200: Type.Object({
      code: Type.String(),
      expires_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
        description: 'When the app shows the next code, or the sent code expires.',
      }),
    }),
    ...problems(400, 403, 404),
  },
  examples: [{ path: '/_sparring/one-time-password/nobody', status: 404 }],

  async handle({ params, exchange, service }) {
    const { store } = service;
    const user = await store.users.byLogin(params.login);
    if (!user) throw missing(`There is no user ${params.login}.`);
    if (!user.twoFactor) throw missing(`${user.login} has no two-factor authentication.`);
    const current = await findCurrentCode(store, user, service.runtime.now());
    if (!current) throw missing(`No valid code was sent to ${user.login}.`);
    const { code, expiresAt } = current;
    exchange.json(200, { code, expires_at: expiresAt === null ? null : toApiTime(expiresAt) });
  },
});
