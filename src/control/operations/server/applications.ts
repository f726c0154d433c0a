import { Type } from 'typebox';
import { exampleApplication } from '#accounts/domain/example-accounts.ts';
import { createClientId, createClientSecret } from '#accounts/domain/tokens/tokens.ts';
import { formatApiTime } from '#accounts/store/api-time.ts';
import { addApplication } from '../../seed/apply.ts';
import { checkSeed } from '../../seed/schema.ts';
import type { StoreContext } from '../declaration/context.ts';
import { inputOf, NO_INPUT, operation } from '../declaration/operation.ts';
import { OperationError } from '../state/errors.ts';
import { findUser } from '../users/find-user.ts';

const members = {
  name: Type.String({ description: 'The name.' }),
  url: Type.String({ description: 'URL of the home page.' }),
};

const orNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const addNewApplication = operation({
  name: 'applications.add',
  summary: 'Adds an OAuth application.',
  input: inputOf({
    ...members,
    callback_url: Type.Optional(Type.String({ description: 'The callback URL. The web flow requires one.' })),
    client_id: Type.Optional(Type.String({ description: 'Up to 20 characters. The default is random.' })),
    client_secret: Type.Optional(Type.String({ description: 'Up to 40 characters. The default is random.' })),
    owner: Type.Optional(Type.String({ description: 'Login of the owner.' })),
  }),
  output: Type.Object({
    ...members,
    client_id: Type.String(),
    client_secret: Type.String({ description: 'The secret, which is not returned again.' }),
  }),
  errors: ['conflict', 'notFound'],
  http: {
    route: 'POST /_sparring/applications',
    tag: 'Data',
    success: 201,
    examples: [
      {
        title: 'A new application',
        path: '/_sparring/applications',
        body: '{"name":"Deploy Bot","url":"https://deploy.example"}',
        status: 201,
      },
      {
        title: 'A client ID that is taken',
        path: '/_sparring/applications',
        body: `{"name":"Deploy Bot","url":"https://deploy.example","client_id":"${exampleApplication.clientId}"}`,
        status: 409,
      },
      {
        title: 'A URL that is not one',
        path: '/_sparring/applications',
        body: '{"name":"Deploy Bot","url":"none"}',
        status: 422,
      },
    ],
  },
  async run({ name, url, ...input }, context: StoreContext) {
    const { store, runtime } = context;
    const owner = input.owner === undefined ? null : (await findUser(store, input.owner)).login;
    const application = {
      name,
      url,
      client_id: input.client_id ?? createClientId(runtime),
      client_secret: input.client_secret ?? createClientSecret(runtime),
      callback_url: input.callback_url ?? null,
      owner,
    };
    checkSeed({ applications: [application] }, (path) => String(path.at(-1)));
    const { client_id, client_secret } = application;
    if (!(await addApplication({ ...context, at: formatApiTime(runtime.now()) }, application)))
      throw new OperationError(
        'conflict',
        `There is an application with the client id ${client_id} already.`,
      );
    return { name, url, client_id, client_secret };
  },
});

export const listApplications = operation({
  name: 'applications.list',
  summary: 'Lists the OAuth applications, without their secrets.',
  input: NO_INPUT,
  output: Type.Object({
    applications: Type.Array(
      Type.Object({
        ...members,
        client_id: Type.String(),
        callback_url: orNull('The callback URL.'),
        owner: orNull('Login of the owner.'),
      }),
    ),
  }),
  http: {
    route: 'GET /_sparring/applications',
    tag: 'Data',
    examples: [{ path: '/_sparring/applications', status: 200 }],
  },
  async run(_input, { store }: StoreContext) {
    const applications = await store.applications.list();
    const ownerIds = new Set(applications.flatMap(({ ownerId }) => ownerId ?? []));
    const owners = await Promise.all([...ownerIds].map((id) => store.users.byId(id)));
    const logins = new Map(owners.flatMap((owner) => (owner ? [[owner.id, owner.login] as const] : [])));
    return {
      applications: applications.map(({ clientId, name, url, callbackUrl, ownerId }) => ({
        name,
        url,
        client_id: clientId,
        callback_url: callbackUrl,
        owner: ownerId === null ? null : (logins.get(ownerId) ?? null),
      })),
    };
  },
});
