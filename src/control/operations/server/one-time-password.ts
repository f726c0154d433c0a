import { Type } from 'typebox';
import { findCurrentCode } from '#accounts/domain/sign-in/one-time-password.ts';
import { formatApiTime } from '#accounts/store/api-time.ts';
import type { StoreContext } from '../declaration/context.ts';
import { inputOf, operation } from '../declaration/operation.ts';
import { notFound } from '../state/errors.ts';
import { findUser } from '../users/find-user.ts';

export const readOneTimePassword = operation({
  name: 'one-time-password',
  summary: 'Returns the current code of the authenticator application of a user, or the newest sent code.',
  input: inputOf({ login: Type.String({ description: 'The login.' }) }),
  output: Type.Object({
    code: Type.String(),
    expires_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'When the app shows the next code, or the sent code expires.',
    }),
  }),
  errors: ['notFound'],
  http: {
    route: 'GET /_sparring/one-time-password/{login}',
    tag: 'Data',
    examples: [{ path: '/_sparring/one-time-password/nobody', status: 404 }],
  },
  async run({ login }, { store, runtime }: StoreContext) {
    const user = await findUser(store, login);
    if (!user.twoFactor)
      throw notFound(`${user.login} has no second factor; sparring user two-factor adds one.`);
    const current = await findCurrentCode(store, user, runtime.now());
    if (!current) throw notFound(`No valid code was sent to ${user.login}.`);
    const { code, expiresAt } = current;
    return { code, expires_at: expiresAt === null ? null : formatApiTime(expiresAt) };
  },
});
