import { Type } from 'typebox';
import { changeUser } from '#accounts/domain/accounts.ts';
import { exampleUser } from '#accounts/domain/example-accounts.ts';
import { generatePassword } from '#accounts/domain/sign-in/passwords.ts';
import { formatApiTime } from '#accounts/store/api-time.ts';
import { signInFailureKey } from '#accounts/store/index.ts';
import { addUser } from '../../seed/apply.ts';
import { checkSeed, type SeedUser } from '../../seed/schema.ts';
import type { StoreContext } from '../declaration/context.ts';
import { inputOf, operation } from '../declaration/operation.ts';
import { OperationError } from '../state/errors.ts';
import { findUser } from './find-user.ts';

export const login = Type.String({ description: 'The login.' });

const password = Type.Optional(
  Type.String({ description: 'The password. Without it, a random one is set and returned.' }),
);

const PasswordView = Type.Object({
  login: Type.String(),
  password: Type.Union([Type.String(), Type.Null()], {
    description: 'The random password, which is not returned again; null for a password of the request.',
  }),
});

export const addNewUser = operation({
  name: 'users.add',
  summary: 'Adds a user.',
  input: inputOf({
    login,
    password,
    name: Type.Optional(Type.String({ description: 'Name to show.' })),
    email: Type.Optional(Type.String({ description: 'E-mail address.' })),
    site_admin: Type.Optional(Type.Boolean({ description: 'Whether the user is a site administrator.' })),
  }),
  output: PasswordView,
  errors: ['conflict'],
  http: {
    route: 'POST /_sparring/users',
    tag: 'Data',
    success: 201,
    examples: [
      {
        title: 'A user with a password',
        path: '/_sparring/users',
        body: '{"login":"newcomer","password":"correct-horse-1"}',
        status: 201,
      },
      {
        title: 'A login that is taken',
        path: '/_sparring/users',
        body: `{"login":"${exampleUser.login}"}`,
        status: 409,
      },
      {
        title: 'A login that is not valid',
        path: '/_sparring/users',
        body: '{"login":"not a login"}',
        status: 422,
      },
    ],
  },
  async run({ login, password, name = null, email = null, site_admin = false }, context: StoreContext) {
    const isNew = password === undefined;
    const user = { login, password: password ?? generatePassword(context.runtime), name, email, site_admin };
    checkUser(user);
    const target = { ...context, at: formatApiTime(context.runtime.now()) };
    if (!(await addUser(target, user)))
      throw new OperationError('conflict', `There is a user ${login} already.`);
    return { login, password: isNew ? user.password : null };
  },
});

export const changePassword = operation({
  name: 'users.password',
  summary: 'Changes the password of a user, unlocks the login, and ends all sessions of the user.',
  input: inputOf({ login, password }),
  output: PasswordView,
  errors: ['notFound'],
  http: {
    route: 'PUT /_sparring/users/{login}/password',
    tag: 'Data',
    examples: [
      {
        title: 'A new password',
        path: '/_sparring/users/hubot/password',
        body: '{"password":"correct-horse-2"}',
        status: 200,
      },
      {
        title: 'A user who does not exist',
        path: '/_sparring/users/nobody/password',
        body: '{}',
        status: 404,
      },
    ],
  },
  async run({ login, password }, { store, runtime, passwords }: StoreContext) {
    const user = await findUser(store, login);
    const changed = password ?? generatePassword(runtime);
    checkUser({ login: user.login, password: changed });
    const change = { passwordHash: await passwords.hash(changed), updatedAt: formatApiTime(runtime.now()) };
    await changeUser(store, user.id, change);
    await store.signInFailures.clear(signInFailureKey(user.login));
    return { login: user.login, password: password === undefined ? changed : null };
  },
});

/** Checks a user by the rules of a seed file. @throws UsageError that begins with the name of the member. */
export function checkUser(user: SeedUser): void {
  checkSeed({ users: [user] }, (path) => String(path.at(-1)));
}
