import type { Fields } from '#http/syntax/fields.ts';

/** The user, the application and the token of the sample seed, which the examples of the endpoints use. */
export const exampleUser = { login: 'mona', password: 'correct-horse-1' };

export const exampleApplication = {
  name: 'Build Bot',
  url: 'https://buildbot.example',
  clientId: '0123456789abcdef0123',
  clientSecret: '0123456789abcdef0123456789abcdef01234567',
};

export const exampleToken = {
  token: '89abcdef0123456789abcdef0123456789abcdef',
  scopes: ['repo'],
  fingerprint: 'laptop',
};

export const exampleSignIn: Fields = [
  ['Authorization', `Basic ${btoa(`${exampleUser.login}:${exampleUser.password}`)}`],
];

export const exampleClientSignIn: Fields = [
  ['Authorization', `Basic ${btoa(`${exampleApplication.clientId}:${exampleApplication.clientSecret}`)}`],
];

/** Tokens that the examples delete: a personal one, and those of the application by fingerprint. */
export const exampleSpares = {
  personal: { token: '0000000000000000000000000000000000000000', note: 'old laptop' },
  reset: { token: '1111111111111111111111111111111111111111', fingerprint: 'tablet' },
  revoked: { token: '2222222222222222222222222222222222222222', fingerprint: 'phone' },
  legacyReset: { token: '3333333333333333333333333333333333333333', fingerprint: 'old tablet' },
  legacyRevoked: { token: '4444444444444444444444444444444444444444', fingerprint: 'old phone' },
};

/** Users who authorize the application, and whose grants the examples delete. */
export const exampleLeavers = {
  grant: { login: 'ada', token: '5555555555555555555555555555555555555555' },
  legacyGrant: { login: 'grace', token: '6666666666666666666666666666666666666666' },
};

/** A site administrator. The examples suspend and delete hubot. */
export const exampleAdministrator = { login: 'siteadmin', password: 'admin-admin-4' };

export const exampleAdministratorToken = {
  token: 'fedcba9876543210fedcba9876543210fedcba98',
  scopes: ['site_admin'],
  note: 'administration',
};

export const exampleAdministratorSignIn: Fields = [
  ['Authorization', `Basic ${btoa(`${exampleAdministrator.login}:${exampleAdministrator.password}`)}`],
];

/** It enforces single sign-on, and the user is a member. */
export const exampleOrganization = { login: 'acme', name: 'Acme' };
