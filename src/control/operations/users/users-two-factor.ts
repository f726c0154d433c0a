import { Type } from 'typebox';
import { changeUser } from '#accounts/domain/accounts.ts';
import { createTotpSecret, formatTotpUri } from '#accounts/domain/sign-in/totp.ts';
import { formatApiTime } from '#accounts/store/api-time.ts';
import type { TwoFactor } from '#accounts/store/index.ts';
import { UsageError } from '#config/usage-error.ts';
import { stripEnd } from '#http/syntax/text.ts';
import type { StoreContext } from '../declaration/context.ts';
import { inputOf, operation } from '../declaration/operation.ts';
import { findUser } from './find-user.ts';
import { checkUser, login } from './users.ts';

const TwoFactorView = Type.Object({
  login: Type.String(),
  method: Type.Union([Type.Literal('app'), Type.Literal('sms'), Type.Null()], {
    description: 'Null without a second factor.',
  }),
  secret: Type.Optional(Type.String({ description: 'The secret for the authenticator application.' })),
  uri: Type.Optional(Type.String({ description: 'The secret as a URI, which a QR code contains.' })),
  phone: Type.Optional(Type.String({ description: 'The number that gets the codes.' })),
});

const path = '/_sparring/users/{login}/two-factor';

export const enableTwoFactor = operation({
  name: 'users-two-factor.enable',
  summary: 'Enables two-factor authentication for a user, by an application or by text message.',
  input: inputOf({
    login,
    secret: Type.Optional(
      Type.String({ description: 'The secret of the application in Base32. The default is random.' }),
    ),
    phone: Type.Optional(
      Type.String({ description: 'Sends codes to this number instead, such as +15550100.' }),
    ),
  }),
  output: TwoFactorView,
  errors: ['notFound'],
  http: {
    route: `PUT ${path}`,
    tag: 'Data',
    examples: [
      {
        title: 'By text message',
        path: '/_sparring/users/hubot/two-factor',
        body: '{"phone":"+15550100"}',
        status: 200,
      },
      {
        title: 'A phone number that is not one',
        path: '/_sparring/users/hubot/two-factor',
        body: '{"phone":"none"}',
        status: 422,
      },
      {
        title: 'A user who does not exist',
        path: '/_sparring/users/nobody/two-factor',
        body: '{}',
        status: 404,
      },
    ],
  },
  async run({ login, secret, phone }, { store, runtime }: StoreContext) {
    if (secret !== undefined && phone !== undefined)
      throw new UsageError('secret and phone cannot both be given; keep one of them.');
    const user = await findUser(store, login);
    const twoFactor: TwoFactor =
      phone === undefined
        ? {
            method: 'app',
            secret: secret === undefined ? await createTotpSecret(runtime) : normalizeSecret(secret),
          }
        : { method: 'sms', phone: phone.replace(/[\s().-]/g, '') };
    checkUser({ login: user.login, password: 'unused', two_factor: twoFactor });
    await changeUser(store, user.id, { twoFactor, updatedAt: formatApiTime(runtime.now()) });
    if (twoFactor.method === 'sms') return { login: user.login, ...twoFactor };
    return { login: user.login, ...twoFactor, uri: await formatTotpUri(twoFactor.secret, user.login) };
  },
});

export const disableTwoFactor = operation({
  name: 'users-two-factor.disable',
  summary: 'Disables two-factor authentication for a user.',
  input: inputOf({ login }),
  output: TwoFactorView,
  errors: ['notFound'],
  http: {
    route: `DELETE ${path}`,
    tag: 'Data',
    examples: [{ path: '/_sparring/users/hubot/two-factor', status: 200 }],
  },
  async run({ login }, { store, runtime }: StoreContext) {
    const user = await findUser(store, login);
    await changeUser(store, user.id, { twoFactor: null, updatedAt: formatApiTime(runtime.now()) });
    return { login: user.login, method: null };
  },
});

/** Secrets are often written in groups, and in lower case. */
function normalizeSecret(secret: string): string {
  return stripEnd(secret.replace(/[\s-]/g, ''), '=').toUpperCase();
}
