// @octokit/rest 16
import { askCode, load, run } from './script.mjs';

const { default: Octokit } = await load('rest16');
const { BASE: baseUrl, LOGIN, PASSWORD, CLIENT_ID: client_id, CLIENT_SECRET: client_secret } = process.env;

const silent = { debug() {}, info() {}, warn() {}, error: console.error };
const connect = (auth) => new Octokit({ auth, baseUrl, log: silent });
const user = connect({ username: LOGIN, password: PASSWORD, on2fa: askCode });
const authorizations = user.oauthAuthorizations;
const application = connect({ username: client_id, password: client_secret });

async function makeToken(fingerprint) {
  const wanted = { client_id, client_secret, fingerprint, note: fingerprint };
  const { data } = await authorizations.createAuthorization(wanted);
  return data;
}

/** The login of the token, or the reason why it has none. */
async function whose(token) {
  const { users } = connect(`token ${token}`);
  return users.getAuthenticated().then(
    ({ data }) => data.login,
    ({ status, message }) => `${status} ${message}`,
  );
}

const statusOf = (answer) =>
  answer.then(
    ({ status }) => status,
    ({ status }) => status,
  );

const found = async (answer) => (await statusOf(answer)) < 400;

/** The checks, the reset and the revocation of a token by its application, with one generation of the endpoints. */
async function lifeOfToken({ check, reset, revoke, revokeGrant }) {
  const [laptop, desk, phone] = [
    await makeToken('laptop'),
    await makeToken('desk'),
    await makeToken('phone'),
  ];
  const of = ({ token: access_token }) => ({ client_id, access_token });
  const { data: checked } = await check(of(laptop));
  const { data: renewed } = await reset(of(laptop));
  return {
    made: { id: laptop.id, token: laptop.token },
    checked: { id: checked.id, token: checked.token, login: checked.user.login },
    renewed: { id: renewed.id, token: renewed.token },
    found: [
      await found(check(of(laptop))),
      await found(revoke(of(renewed))),
      await found(check(of(renewed))),
      await found(revokeGrant(of(desk))),
      await found(check(of(phone))),
    ],
    after: await Promise.all([laptop, renewed, desk, phone].map(({ token }) => whose(token))),
  };
}

await run({
  async 'sign-in'() {
    const { data } = await authorizations.createAuthorization({ note: 'rest 16', scopes: ['user'] });
    return { token: data.token, login: await whose(data.token) };
  },

  async 'get-or-create'() {
    const wanted = { client_id, client_secret, scopes: ['user'] };
    const answers = [
      await authorizations.getOrCreateAuthorizationForApp(wanted),
      await authorizations.getOrCreateAuthorizationForApp(wanted),
      await authorizations.getOrCreateAuthorizationForAppAndFingerprint({ ...wanted, fingerprint: 'laptop' }),
      await authorizations.getOrCreateAuthorizationForApp({ ...wanted, fingerprint: 'laptop' }),
    ];
    return { answers: answers.map(({ status, data }) => ({ status, id: data.id, token: data.token })) };
  },

  /** A call that only reads sends no code, so the code must exist before. */
  async 'read-first'() {
    return { status: await statusOf(authorizations.listAuthorizations()) };
  },

  async family() {
    const made = await authorizations.createAuthorization({ note: 'rest 16', scopes: ['gist'] });
    const authorization_id = made.data.id;
    const listed = await authorizations.listAuthorizations({ per_page: 10 });
    const changed = await authorizations.updateAuthorization({ authorization_id, add_scopes: ['user'] });
    const read = await authorizations.getAuthorization({ authorization_id });
    return {
      id: authorization_id,
      listed: listed.data.map(({ id }) => id),
      changed: changed.data.scopes,
      read: read.data.scopes,
      deleted: await statusOf(authorizations.deleteAuthorization({ authorization_id })),
      again: await statusOf(authorizations.deleteAuthorization({ authorization_id })),
    };
  },

  'token-in-path': () =>
    lifeOfToken({
      check: application.oauthAuthorizations.checkAuthorization,
      reset: application.oauthAuthorizations.resetAuthorization,
      revoke: application.oauthAuthorizations.revokeAuthorizationForApplication,
      revokeGrant: application.oauthAuthorizations.revokeGrantForApplication,
    }),

  'token-in-body': () =>
    lifeOfToken({
      check: application.apps.checkToken,
      reset: application.apps.resetToken,
      revoke: application.apps.deleteToken,
      revokeGrant: application.apps.deleteAuthorization,
    }),

  async 'delete-grant'() {
    const personal = await authorizations.createAuthorization({ note: 'rest 16' });
    const tokens = [await makeToken('laptop'), await makeToken('phone')].map(({ token }) => token);
    const before = await Promise.all(tokens.map(whose));
    const listed = await authorizations.listGrants();
    const grant_id = listed.data[0].id;
    const grant = await authorizations.getGrant({ grant_id });
    return {
      before,
      application: grant.data.app.name,
      deleted: await statusOf(authorizations.deleteGrant({ grant_id })),
      again: await statusOf(authorizations.deleteGrant({ grant_id })),
      after: await Promise.all(tokens.map(whose)),
      personal: await whose(personal.data.token),
      left: (await authorizations.listGrants()).data.length,
    };
  },
});
