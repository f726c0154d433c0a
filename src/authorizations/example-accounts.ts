import type { Fields } from '../http/fields.ts';

/** The user, the application and the token that the endpoints' examples take for granted: those of the sample seed. */
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

/** Tokens that the examples do away with: one of the user's own, and the application's with their fingerprints. */
export const exampleSpares = {
  personal: { token: '0000000000000000000000000000000000000000', note: 'old laptop' },
  reset: { token: '1111111111111111111111111111111111111111', fingerprint: 'tablet' },
  revoked: { token: '2222222222222222222222222222222222222222', fingerprint: 'phone' },
  legacyReset: { token: '3333333333333333333333333333333333333333', fingerprint: 'old tablet' },
  legacyRevoked: { token: '4444444444444444444444444444444444444444', fingerprint: 'old phone' },
};

/** Users who let the application in, and whom the examples let it lose. */
export const exampleLeavers = {
  grant: { login: 'ada', token: '5555555555555555555555555555555555555555' },
  legacyGrant: { login: 'grace', token: '6666666666666666666666666666666666666666' },
};

/** Sees to the users; hubot is one more whom he may do away with. */
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
