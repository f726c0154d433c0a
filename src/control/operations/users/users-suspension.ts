import { Type } from 'typebox';
import { changeUser } from '#accounts/domain/accounts.ts';
import { formatApiTime } from '#accounts/store/api-time.ts';
import type { StoreContext } from '../declaration/context.ts';
import { inputOf, operation } from '../declaration/operation.ts';
import { findUser } from './find-user.ts';
import { login } from './users.ts';

const SuspensionView = Type.Object({ login: Type.String(), suspended: Type.Boolean() });

const path = '/_sparring/users/{login}/suspension';

export const suspend = operation({
  name: 'users-suspension.begin',
  summary: 'Suspends a user: passwords and tokens are rejected until the suspension ends.',
  input: inputOf({ login }),
  output: SuspensionView,
  errors: ['notFound'],
  http: {
    route: `PUT ${path}`,
    tag: 'Data',
    examples: [
      { title: 'A user', path: '/_sparring/users/hubot/suspension', status: 200 },
      { title: 'A user who does not exist', path: '/_sparring/users/nobody/suspension', status: 404 },
    ],
  },
  run: ({ login }, context: StoreContext) => setSuspension(context, login, true),
});

export const unsuspend = operation({
  name: 'users-suspension.end',
  summary: 'Ends the suspension of a user.',
  input: inputOf({ login }),
  output: SuspensionView,
  errors: ['notFound'],
  http: {
    route: `DELETE ${path}`,
    tag: 'Data',
    examples: [{ path: '/_sparring/users/hubot/suspension', status: 200 }],
  },
  run: ({ login }, context: StoreContext) => setSuspension(context, login, false),
});

async function setSuspension({ store, runtime }: StoreContext, login: string, isSuspended: boolean) {
  const user = await findUser(store, login);
  const at = formatApiTime(runtime.now());
  const suspendedAt = isSuspended ? (user.suspendedAt ?? at) : null;
  if (suspendedAt !== user.suspendedAt) await changeUser(store, user.id, { suspendedAt, updatedAt: at });
  return { login: user.login, suspended: isSuspended };
}
