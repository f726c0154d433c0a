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
