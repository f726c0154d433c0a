import { Type } from 'typebox';
import { findNamedUser, normalizeNewLogin, usernameParams } from '../../domain/accounts.ts';
import { administrationSection } from '../../domain/errors/documentation.ts';
import { type FieldError, fieldError, forbidden, validationFailed } from '../../domain/errors/errors.ts';
import { exampleAdministratorSignIn, exampleSignIn, exampleUser } from '../../domain/example-accounts.ts';
import { errorResponses } from '../../domain/resources/response-schemas.ts';
import { SimpleUser, toSimpleUser } from '../../domain/resources/simple-user.ts';
import { respond, respondNoContent } from '../../domain/responses/respond.ts';
import { generatePassword } from '../../domain/sign-in/passwords.ts';
import { formatApiTime } from '../../store/api-time.ts';
import { endpoint } from '../endpoint.ts';

export const createUser = endpoint({
  path: '/api/v3/admin/users',
  methods: ['POST'],
  tag: 'Enterprise administration',
  summary: 'Creates a user.',
  description:
    'Requires a site administrator; others get 404. Characters of the login that are neither letters nor digits become hyphens. The server generates the first password, and an operator finds it in the outbox.',
  documentation: administrationSection('create-a-user'),
  access: 'administrator',
  body: Type.Object({
    login: Type.String({ description: "The user's username." }),
    email: Type.String({
      pattern:
        '^[^\\s@\\u0000-\\u001f\\u007f\\ud800-\\udfff]+@[^\\s@\\u0000-\\u001f\\u007f\\ud800-\\udfff]+$',
      maxLength: 255,
      description: "The user's email address.",
    }),
  }),
  responses: { 201: SimpleUser, ...errorResponses(400, 401, 403, 404, 422) },
  examples: [
    {
      title: 'A new user, whose login is normalized',
      fields: exampleAdministratorSignIn,
      body: '{"login":"octo_cat","email":"octocat@example.com"}',
      status: 201,
      responseFields: [['Location', /\/api\/v3\/users\/octo-cat$/]],
    },
    {
      title: 'A login that is taken',
      fields: exampleAdministratorSignIn,
      body: `{"login":"${exampleUser.login}","email":"mona@example.com"}`,
      status: 422,
    },
    {
      title: 'As another user: not found',
      fields: exampleSignIn,
      body: '{"login":"octo_cat","email":"octocat@example.com"}',
      status: 404,
    },
  ],

  async handle({ body, exchange, service, caller }) {
    const { store, runtime } = service;
    const login = normalizeNewLogin(body.login);
    if (login === undefined) throw invalidLogin('invalid');
    const address = service.addresses.of(exchange);
    if (await store.organizations.byLogin(login)) throw invalidLogin('already_exists');
    const password = generatePassword(runtime);
    const at = formatApiTime(runtime.now());
    const text = `You have an account at ${address.web}. Sign in as ${login} with the password ${password}`;
    const user = await store.users.add(
      {
        login,
        name: null,
        email: body.email,
        siteAdmin: false,
        passwordHash: await service.passwords.hash(password),
        twoFactor: null,
        createdAt: at,
        updatedAt: at,
      },
      (added) => service.outbox.buildMail(added, text),
    );
    if (!user) throw invalidLogin('already_exists');
    const view = toSimpleUser(address, user);
    respond({ exchange, service, caller }, 201, view, { fields: [['Location', view.url]] });
  },
});

export const deleteUser = endpoint({
  path: '/api/v3/admin/users/{username}',
  methods: ['DELETE'],
  tag: 'Enterprise administration',
  summary: 'Deletes a user and all data of the user.',
  description:
    'Requires a site administrator, who can delete any other user. Suspending the user is often sufficient.',
  documentation: administrationSection('delete-a-user'),
  access: 'administrator',
  params: usernameParams,
  responses: { 204: 'The user is deleted.', ...errorResponses(401, 403, 404) },
  examples: [
    {
      title: 'Another user',
      path: '/api/v3/admin/users/hubot',
      fields: exampleAdministratorSignIn,
      status: 204,
    },
    {
      title: 'Yourself: forbidden',
      path: '/api/v3/admin/users/siteadmin',
      fields: exampleAdministratorSignIn,
      status: 403,
    },
    {
      title: 'A user who does not exist',
      path: '/api/v3/admin/users/nobody',
      fields: exampleAdministratorSignIn,
      status: 404,
    },
  ],

  async handle({ params, exchange, service, caller }) {
    const user = await findNamedUser(service.store, params.username);
    if (user.id === caller.user.id) throw forbidden('You cannot delete your own account.');
    await service.store.users.delete(user.id);
    respondNoContent({ exchange, service, caller });
  },
});

function invalidLogin(code: FieldError['code']) {
  return validationFailed([fieldError('login', code, { resource: 'User' })]);
}
