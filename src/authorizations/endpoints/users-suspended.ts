import { answerNothing } from '../answers/answer.ts';
import { toApiTime } from '../answers/api-time.ts';
import { administrationSection } from '../answers/documentation.ts';
import { forbidden } from '../answers/errors.ts';
import { refusals } from '../answers/refusals.ts';
import { endpoint } from '../context.ts';
import { exampleAdministratorSignIn, exampleSignIn } from '../example-accounts.ts';
import { changeUser } from '../users/change-user.ts';
import { findNamedUser, usernameParams } from '../users/named-user.ts';

const path = '/api/v3/users/{username}/suspended';

export const suspendUser = endpoint({
  path,
  methods: ['PUT'],
  tag: 'Enterprise administration',
  summary: 'Keeps a user out: neither his password nor his tokens are good for anything.',
  description:
    'For site administrators, of any user but themselves. The tokens stay, and are good again after the suspension.',
  documentation: administrationSection('suspend-a-user'),
  access: 'administrator',
  params: usernameParams,
  responses: { 204: 'The user is suspended.', ...refusals(401, 403, 404) },
  examples: [
    { path: '/api/v3/users/hubot/suspended', fields: exampleAdministratorSignIn, status: 204 },
    { path: '/api/v3/users/siteadmin/suspended', fields: exampleAdministratorSignIn, status: 403 },
    { path: '/api/v3/users/hubot/suspended', fields: exampleSignIn, status: 404 },
  ],

  async handle({ params, exchange, service, caller }) {
    const { store, runtime } = service;
    const user = await findNamedUser(store, params.username);
    if (user.id === caller.user.id) throw forbidden('You cannot suspend yourself.');
    const at = toApiTime(runtime.now());
    if (user.suspendedAt === null) {
      await changeUser(store, user.id, { suspendedAt: at, updatedAt: at });
      await service.securityLog.note(exchange, user.id, 'user.suspend');
    }
    answerNothing({ exchange, service, caller });
  },
});

export const unsuspendUser = endpoint({
  path,
  methods: ['DELETE'],
  tag: 'Enterprise administration',
  summary: 'Ends the suspension of a user.',
  description: 'For site administrators.',
  documentation: administrationSection('unsuspend-a-user'),
  access: 'administrator',
  params: usernameParams,
  responses: { 204: 'The user is not suspended.', ...refusals(401, 403, 404) },
  examples: [
    { path: '/api/v3/users/hubot/suspended', fields: exampleAdministratorSignIn, status: 204 },
    { path: '/api/v3/users/nobody/suspended', fields: exampleAdministratorSignIn, status: 404 },
  ],

  async handle({ params, exchange, service, caller }) {
    const { store, runtime } = service;
    const user = await findNamedUser(store, params.username);
    if (user.id === caller.user.id) throw forbidden('You cannot end a suspension of your own.');
    if (user.suspendedAt !== null) {
      await store.users.update(user.id, { suspendedAt: null, updatedAt: toApiTime(runtime.now()) });
      await service.securityLog.note(exchange, user.id, 'user.unsuspend');
    }
    answerNothing({ exchange, service, caller });
  },
});
