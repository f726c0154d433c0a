import { changeUser, findNamedUser, usernameParams } from '../../domain/accounts.ts';
import { administrationSection } from '../../domain/errors/documentation.ts';
import { forbidden } from '../../domain/errors/errors.ts';
import { exampleAdministratorSignIn, exampleSignIn } from '../../domain/example-accounts.ts';
import { errorResponses } from '../../domain/resources/response-schemas.ts';
import { respondNoContent } from '../../domain/responses/respond.ts';
import { formatApiTime } from '../../store/api-time.ts';
import { endpoint } from '../endpoint.ts';

const path = '/api/v3/users/{username}/suspended';

export const suspendUser = endpoint({
  path,
  methods: ['PUT'],
  tag: 'Enterprise administration',
  summary: 'Suspends a user: the password and the tokens of the user are rejected.',
  description:
    'Requires a site administrator, who can suspend any other user. The tokens become valid again after the suspension.',
  documentation: administrationSection('suspend-a-user'),
  access: 'administrator',
  params: usernameParams,
  responses: { 204: 'The user is suspended.', ...errorResponses(401, 403, 404) },
  examples: [
    {
      title: 'Another user',
      path: '/api/v3/users/hubot/suspended',
      fields: exampleAdministratorSignIn,
      status: 204,
    },
    {
      title: 'Yourself: forbidden',
      path: '/api/v3/users/siteadmin/suspended',
      fields: exampleAdministratorSignIn,
      status: 403,
    },
    {
      title: 'As another user: not found',
      path: '/api/v3/users/hubot/suspended',
      fields: exampleSignIn,
      status: 404,
    },
  ],

  async handle({ params, exchange, service, caller }) {
    const { store, runtime } = service;
    const user = await findNamedUser(store, params.username);
    if (user.id === caller.user.id) throw forbidden('You cannot suspend yourself.');
    const at = formatApiTime(runtime.now());
    if (user.suspendedAt === null) {
      const event = service.securityLog.event(exchange, user.id, 'user.suspend');
      await changeUser(store, user.id, { suspendedAt: at, updatedAt: at }, event);
    }
    respondNoContent({ exchange, service, caller });
  },
});

export const unsuspendUser = endpoint({
  path,
  methods: ['DELETE'],
  tag: 'Enterprise administration',
  summary: 'Ends the suspension of a user.',
  description: 'Requires a site administrator.',
  documentation: administrationSection('unsuspend-a-user'),
  access: 'administrator',
  params: usernameParams,
  responses: { 204: 'The user is not suspended.', ...errorResponses(401, 403, 404) },
  examples: [
    {
      title: 'A suspended user',
      path: '/api/v3/users/hubot/suspended',
      fields: exampleAdministratorSignIn,
      status: 204,
    },
    {
      title: 'A user who does not exist',
      path: '/api/v3/users/nobody/suspended',
      fields: exampleAdministratorSignIn,
      status: 404,
    },
  ],

  async handle({ params, exchange, service, caller }) {
    const { store, runtime } = service;
    const user = await findNamedUser(store, params.username);
    if (user.id === caller.user.id) throw forbidden('You cannot unsuspend yourself.');
    if (user.suspendedAt !== null) {
      const event = service.securityLog.event(exchange, user.id, 'user.unsuspend');
      await changeUser(store, user.id, { suspendedAt: null, updatedAt: formatApiTime(runtime.now()) }, event);
    }
    respondNoContent({ exchange, service, caller });
  },
});
