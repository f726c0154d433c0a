import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { type ReleaseName, releaseNames } from '#config/settings/release-names.ts';
import { client, members, noon, serveApi } from '#test/support/accounts/api.ts';
import { endpoints } from '../../api/endpoints/index.ts';
import { releaseProfiles } from './release-profiles.ts';

const asClient = `${client.pair.client_id}:${client.pair.client_secret}`;

interface Expected {
  readonly version: string | undefined;
  readonly token: RegExp;
  readonly hasExpiry: boolean;
  readonly hasFilter: boolean;
  readonly needsNote: boolean;
  readonly hasDeviceFlow: boolean;
  /** Status of a check with an unknown token in the body, and of a scoped token without a target. */
  readonly application: readonly [check: number, scoped: number];
  readonly scopes: Readonly<Record<'security_events' | 'site_admin', number>>;
  readonly root: string;
  readonly section: string;
  readonly twoFactor: string;
  readonly check: string;
  readonly app: string;
  readonly exposes: boolean;
  /** The name of a note in errors. */
  readonly note: 'description' | 'note';
}

const github = 'https://developer.github.com/v3';
const ghes218 = 'https://developer.github.com/enterprise/2.18/v3';

function since2020(
  version: string,
): Pick<Expected, 'root' | 'section' | 'twoFactor' | 'check' | 'app' | 'exposes'> {
  const docs = `https://docs.github.com/enterprise/${version}/rest`;
  return {
    root: `https://docs.github.com/enterprise/${version}/rest`,
    section: `${docs}/reference/oauth-authorizations#list-your-authorizations`,
    twoFactor: `${docs}/overview/other-authentication-methods#working-with-two-factor-authentication`,
    check: `${docs}/reference/apps#check-an-authorization`,
    app: `${github}/oauth_authorizations/`,
    exposes: true,
  };
}

const newest: Omit<Expected, keyof ReturnType<typeof since2020> | 'version'> = {
  token: /^[0-9a-f]{40}$/,
  hasExpiry: false,
  hasFilter: true,
  note: 'description',
  needsNote: false,
  hasDeviceFlow: true,
  application: [404, 422],
  scopes: { security_events: 201, site_admin: 201 },
};

const expected: Readonly<Record<ReleaseName, Expected>> = {
  'ghes-2.18': {
    ...newest,
    version: '2.18.0',
    hasFilter: false,
    needsNote: true,
    hasDeviceFlow: false,
    application: [404, 404],
    scopes: { security_events: 422, site_admin: 201 },
    root: ghes218,
    section: `${ghes218}/oauth_authorizations/#list-your-authorizations`,
    twoFactor: `${ghes218}/auth#working-with-two-factor-authentication`,
    check: `${ghes218}/oauth_authorizations/#check-an-authorization`,
    app: `${ghes218}/oauth_authorizations/`,
    exposes: false,
  },
  'ghes-2.22': {
    ...newest,
    ...since2020('2.22'),
    version: '2.22.0',
    hasFilter: false,
    application: [404, 404],
  },
  'ghes-3.0': { ...newest, ...since2020('3.0'), version: '3.0.0' },
  'ghes-3.1': { ...newest, ...since2020('3.1'), version: '3.1.0' },
  'ghes-3.2': {
    ...newest,
    ...since2020('3.2'),
    version: '3.2.0',
    token: /^ghp_[0-9A-Za-z]{36}$/,
    hasExpiry: true,
  },
  'github-2020': {
    ...newest,
    version: undefined,
    hasFilter: false,
    needsNote: true,
    application: [404, 404],
    scopes: { security_events: 201, site_admin: 422 },
    root: github,
    section: `${github}/oauth_authorizations/#list-your-authorizations`,
    twoFactor: `${github}/auth#working-with-two-factor-authentication`,
    check: `${github}/apps/oauth_applications/#check-an-authorization`,
    app: `${github}/oauth_authorizations/`,
    exposes: true,
    note: 'note',
  },
};

for (const apiVersion of releaseNames) {
  const wanted = expected[apiVersion];
  describe(`the release ${apiVersion}`, () => {
    it('shows its version, unless it is github.com', async (t) => {
      const api = await serveApi(t, { apiVersion });
      const response = await api.call('GET', '/meta', { as: null });
      assert.equal(members(response).installed_version, wanted.version);
      assert.equal(response.field('X-GitHub-Enterprise-Version'), wanted.version);
    });

    it('creates tokens in its format, with or without their expiry', async (t) => {
      const api = await serveApi(t, { apiVersion });
      const made = members(await api.call('POST', '/authorizations', { body: { note: 'x' } }));
      assert.match(String(made.token), wanted.token);
      assert.equal('expires_at' in made, wanted.hasExpiry);
      const requested = await api.call('GET', '/user', {
        as: null,
        fields: [['Authorization', `token ${made.token}`]],
      });
      assert.equal(requested.status, 200);
    });

    it('has the filter by application, or ignores it', async (t) => {
      const api = await serveApi(t, { apiVersion });
      await api.call('POST', '/authorizations', { body: { note: 'x' } });
      await api.call('PUT', client.path, { body: client.secret });
      const lists = ['/authorizations', '/applications/grants'].map((path) =>
        api.call('GET', `${path}?client_id=99999999999999999999`),
      );
      const lengths = (await Promise.all(lists)).map(
        (response) => Object.keys(Object(response.json())).length,
      );
      assert.deepEqual(lengths, wanted.hasFilter ? [0, 0] : [2, 1]);
    });

    it('requires a note for a personal token, or does not', async (t) => {
      const api = await serveApi(t, { apiVersion });
      const response = await api.call('POST', '/authorizations', { body: { scopes: ['gist'] } });
      assert.equal(response.status, wanted.needsNote ? 422 : 201);
      if (!wanted.needsNote) return;
      const missing = { resource: 'OauthAccess', code: 'missing_field', field: wanted.note };
      assert.deepEqual(members(response).errors, [missing]);
      const withoutNote = { ...client.pair, scopes: ['gist'] };
      assert.equal((await api.call('POST', '/authorizations', { body: withoutNote })).status, 201);
    });

    it('names a note in errors', async (t) => {
      const api = await serveApi(t, { apiVersion });
      const make = () => api.call('POST', '/authorizations', { body: { note: 'x' } });
      assert.equal((await make()).status, 201);
      const taken = { resource: 'OauthAccess', code: 'already_exists', field: wanted.note };
      assert.deepEqual(members(await make()).errors, [taken]);
    });

    it('has the scopes of its version', async (t) => {
      const api = await serveApi(t, { apiVersion });
      for (const [scope, status] of Object.entries(wanted.scopes)) {
        const body = { note: scope, scopes: [scope] };
        assert.equal((await api.call('POST', '/authorizations', { body })).status, status, scope);
      }
    });

    it('has the endpoints of its version', async (t) => {
      const api = await serveApi(t, { apiVersion });
      const path = `/applications/${client.pair.client_id}/token`;
      const check = await api.call('POST', path, { as: asClient, body: { access_token: 'f'.repeat(40) } });
      const made = members(
        await api.call('POST', '/authorizations', { body: { ...client.pair, note: 'x' } }),
      );
      const body = { access_token: made.token };
      const scoped = await api.call('POST', `${path}/scoped`, { as: asClient, body });
      assert.deepEqual([check.status, scoped.status], wanted.application);
      const whole = await api.call('POST', path, { as: asClient, body });
      assert.equal(whole.status, apiVersion === 'ghes-2.18' ? 404 : 200);
      const device = await api.send({
        method: 'POST',
        path: '/login/device/code',
        fields: [
          ['Accept', 'application/json'],
          ['Content-Type', 'application/x-www-form-urlencoded'],
        ],
        body: `client_id=${client.pair.client_id}`,
      });
      assert.equal(device.status, wanted.hasDeviceFlow ? 200 : 404);
    });

    it('links to the documentation of its version', async (t) => {
      const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
      const api = await serveApi(t, { apiVersion });
      const guarded = await serveApi(t, { apiVersion }, { twoFactor: { method: 'app', secret } });
      const page = async (response: ReturnType<typeof api.call>) => members(await response).documentation_url;
      assert.equal(await page(api.call('GET', '/nothing', { as: null })), wanted.root);
      assert.equal(await page(api.call('GET', '/user', { as: 'mona:wrong' })), wanted.root);
      assert.equal(await page(api.call('GET', '/authorizations', { as: null })), wanted.section);
      assert.equal(await page(guarded.call('GET', '/authorizations')), wanted.twoFactor);
      const unknown = `/applications/${client.pair.client_id}/tokens/${'f'.repeat(40)}`;
      assert.equal(await page(api.call('GET', unknown, { as: asClient })), wanted.check);
    });

    it('has a documentation page for every endpoint', () => {
      const { documentation } = releaseProfiles[apiVersion];
      for (const { path, documentation: page } of endpoints) {
        assert.ok(page, path);
        if (apiVersion !== 'ghes-3.0') assert.notEqual(documentation(page), page, path);
        const start = wanted.section.slice(0, wanted.section.lastIndexOf('/oauth'));
        assert.ok(documentation(page).startsWith(start.replace('/reference', '')), documentation(page));
      }
    });

    it('links to its own page where a personal token has no note URL', async (t) => {
      const api = await serveApi(t, { apiVersion });
      const made = members(await api.call('POST', '/authorizations', { body: { note: 'x' } }));
      assert.equal(Object(made.app).url, wanted.app);
    });

    it('exposes the headers of its version to scripts of other origins', async (t) => {
      const api = await serveApi(t, { apiVersion });
      const exposed = (await api.call('GET', '/meta', { as: null })).field('Access-Control-Expose-Headers');
      for (const name of ['ETag', 'X-GitHub-OTP']) assert.ok(exposed?.split(', ').includes(name), name);
      for (const name of ['Location', 'Deprecation', 'Sunset'])
        assert.equal(exposed?.split(', ').includes(name), wanted.exposes, name);
    });
  });
}

test('request IDs are UUIDs on an appliance, and groups that end with the second on github.com', async (t) => {
  const [appliance, github] = [await serveApi(t), await serveApi(t, { apiVersion: 'github-2020' })];
  const idOf = async (api: typeof github) =>
    (await api.call('GET', '/meta')).field('X-GitHub-Request-Id') ?? '';
  assert.match(await idOf(appliance), /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  const id = await idOf(github);
  assert.match(id, /^[\dA-F]{4}:[\dA-F]{4}:[\dA-F]{6}:[\dA-F]{6}:[\dA-F]{8}$/);
  assert.equal(Number.parseInt(id.slice(-8), 16), noon / 1000);
  assert.notEqual(await idOf(github), id);
});

test('rate limits are on by default on github.com and off on an appliance', async (t) => {
  for (const apiVersion of releaseNames) {
    const api = await serveApi(t, { apiVersion });
    const limit = (await api.call('GET', '/user')).field('X-RateLimit-Limit');
    assert.equal(limit, apiVersion === 'github-2020' ? '5000' : undefined, apiVersion);
  }
});

test('github.com counts the used calls', async (t) => {
  for (const apiVersion of releaseNames) {
    const api = await serveApi(t, { apiVersion, rateLimit: 3 });
    const used: (string | undefined)[] = [];
    for (let count = 0; count < 4; count++)
      used.push((await api.call('GET', '/user')).field('X-RateLimit-Used'));
    const isCounted = apiVersion === 'github-2020';
    assert.deepEqual(used, isCounted ? ['1', '2', '3', '3'] : Array(4).fill(undefined), apiVersion);
    const exposed = (await api.call('GET', '/meta')).field('Access-Control-Expose-Headers');
    assert.equal(exposed?.includes(', X-RateLimit-Used, '), isCounted, apiVersion);
  }
});

test('the setting for required notes overrides the release', async (t) => {
  for (const noteRequired of [true, false]) {
    for (const apiVersion of ['ghes-2.18', 'ghes-3.0'] as const) {
      const api = await serveApi(t, { apiVersion, noteRequired });
      const responses = [
        await api.call('POST', '/authorizations', { body: {} }),
        await api.call('POST', '/authorizations', { body: { note: '' } }),
      ];
      const statuses = responses.map(({ status }) => status);
      assert.deepEqual(statuses, noteRequired ? [422, 422] : [201, 201], `${apiVersion} ${noteRequired}`);
      assert.equal((await api.call('POST', '/authorizations', { body: client.pair })).status, 201);
    }
  }
});

test('github.com has no site administrators', async (t) => {
  const api = await serveApi(t, { apiVersion: 'github-2020' }, { siteAdmin: true });
  const calls = [
    await api.call('GET', '/admin/tokens'),
    await api.call('POST', '/admin/users', { body: { login: 'other', email: 'o@example.com' } }),
    await api.call('PUT', '/users/mona/suspended'),
  ];
  for (const response of calls)
    assert.deepEqual([response.status, members(response).message], [404, 'Not Found']);
  const appliance = await serveApi(t, {}, { siteAdmin: true });
  assert.equal((await appliance.call('GET', '/admin/tokens')).status, 200);
});
