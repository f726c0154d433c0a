import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addApplication, addToken, addUser } from '#test/support/accounts/accounts.ts';
import { type Api, client, members, serveApi } from '#test/support/accounts/api.ts';
import type { WireResponse } from '#test/support/wire/wire.ts';
import { computeDigest } from '../../domain/tokens/tokens.ts';

const page = 'https://docs.github.com/enterprise/3.0/rest/reference/oauth-authorizations';
const creation = `${page}#create-a-new-authorization`;

function assertInvalid(response: WireResponse, ...errors: object[]): void {
  assert.equal(response.status, 422, response.text());
  assert.deepEqual(response.json(), {
    message: 'Validation Failed',
    errors: errors.map((error) => ({ resource: 'OauthAccess', ...error })),
    documentation_url: creation,
  });
}

async function listed(api: Api, query = ''): Promise<Record<string, unknown>[]> {
  const items = (await api.call('GET', `/authorizations${query}`)).json();
  if (!Array.isArray(items)) throw new Error('not a list');
  return items;
}

/** Creates an authorization, and returns its path and content. */
async function made(api: Api, body: object): Promise<{ path: string; shown: Record<string, unknown> }> {
  const view = members(await api.call('POST', '/authorizations', { body }));
  return { path: `/authorizations/${view.id}`, shown: view };
}

test('a personal access token is created with 201, Location, and the members in the recorded order', async (t) => {
  const api = await serveApi(t);
  const response = await api.call('POST', '/authorizations', {
    body: { note: 'backup job', scopes: ['repo', 'gist'] },
  });
  assert.equal(response.status, 201);
  const made = members(response);
  const url = `http://127.0.0.1:${api.port}/api/v3/authorizations/${made.id}`;
  assert.equal(response.field('Location'), url);
  const token = String(made.token);
  assert.match(token, /^[0-9a-f]{40}$/);
  const wanted = {
    id: made.id,
    url,
    app: {
      name: 'backup job',
      url: 'https://developer.github.com/v3/oauth_authorizations/',
      client_id: '00000000000000000000',
    },
    token,
    hashed_token: computeDigest(token),
    token_last_eight: token.slice(-8),
    note: 'backup job',
    note_url: null,
    created_at: '2026-03-01T12:00:00Z',
    updated_at: '2026-03-01T12:00:00Z',
    scopes: ['repo', 'gist'],
    fingerprint: null,
  };
  assert.equal(response.text(), JSON.stringify(wanted));
  assert.equal((await api.call('GET', '/user', { as: `x:${token}` })).status, 200);
});

test('an empty object creates a token without a note', async (t) => {
  const api = await serveApi(t);
  for (let count = 0; count < 2; count++) {
    const response = await api.call('POST', '/authorizations', { body: {} });
    assert.equal(response.status, 201);
    const { note, scopes, app } = members(response);
    assert.deepEqual([note, scopes], [null, []]);
    assert.deepEqual(app, {
      name: 'GitHub API',
      url: 'https://developer.github.com/v3/oauth_authorizations/',
      client_id: '00000000000000000000',
    });
  }
});

test('a note URL becomes the URL of the application, unless it is empty', async (t) => {
  const api = await serveApi(t);
  const input = await api.call('POST', '/authorizations', { body: { note_url: 'https://example.com/why' } });
  assert.deepEqual(
    [members(input).note_url, Reflect.get(Object(members(input).app), 'url')],
    ['https://example.com/why', 'https://example.com/why'],
  );
  const empty = members(await api.call('POST', '/authorizations', { body: { note_url: '' } }));
  assert.equal(empty.note_url, '');
  assert.equal(
    Reflect.get(Object(empty.app), 'url'),
    'https://developer.github.com/v3/oauth_authorizations/',
  );
});

test('client ID and secret create a token of the application, and its grant', async (t) => {
  const api = await serveApi(t);
  const response = await api.call('POST', '/authorizations', {
    body: { ...client.pair, scopes: ['repo'], fingerprint: 'laptop' },
  });
  assert.equal(response.status, 201);
  const { app, note, fingerprint } = members(response);
  assert.deepEqual(app, {
    name: 'Build Bot',
    url: 'https://buildbot.example',
    client_id: '0123456789abcdef0123',
  });
  assert.deepEqual([note, fingerprint], [null, 'laptop']);
  const grants = (await api.call('GET', '/applications/grants')).json();
  assert.equal(Array.isArray(grants) && grants.length, 1);
});

test('empty client ID and secret count as absent', async (t) => {
  const api = await serveApi(t);
  const response = await api.call('POST', '/authorizations', { body: { client_id: '', client_secret: '' } });
  assert.equal(response.status, 201);
  assert.equal(Reflect.get(Object(members(response).app), 'client_id'), '00000000000000000000');
});

test('a wrong pair, half a pair and an unknown application get the same error without entries', async (t) => {
  const api = await serveApi(t);
  const { client_id, client_secret } = client.pair;
  for (const body of [
    { client_id, client_secret: 'wrong' },
    { client_id: 'unknown', client_secret },
    { client_id },
    { client_id, client_secret: '' },
    { client_secret },
    { client_id: 'nul\0', client_secret },
  ]) {
    const response = await api.call('POST', '/authorizations', { body });
    assert.equal(response.status, 422);
    assert.deepEqual(response.json(), {
      message: 'Invalid OAuth application client_id or secret.',
      documentation_url: creation,
    });
  }
});

test('a second token with the same note is rejected with an entry for description', async (t) => {
  const api = await serveApi(t);
  await api.call('POST', '/authorizations', { body: { note: 'twice' } });
  const again = await api.call('POST', '/authorizations', { body: { note: 'twice', scopes: ['repo'] } });
  assertInvalid(again, { code: 'already_exists', field: 'description' });
  const body = { note: 'twice', fingerprint: 'other' };
  assert.equal((await api.call('POST', '/authorizations', { body })).status, 201);
});

test('a second token of an application requires a fingerprint of its own', async (t) => {
  const api = await serveApi(t);
  for (const body of [{ ...client.pair }, { ...client.pair, fingerprint: 'laptop' }]) {
    assert.equal((await api.call('POST', '/authorizations', { body })).status, 201);
    const again = await api.call('POST', '/authorizations', { body: { ...body, note: 'other' } });
    assertInvalid(again, { code: 'already_exists', field: 'fingerprint' });
  }
});

test('scopes keep their order without repeats and implied scopes; null means none', async (t) => {
  const api = await serveApi(t);
  for (const [requested, retained] of [
    [
      ['user', 'gist', 'user:email', 'gist'],
      ['user', 'gist'],
    ],
    [null, []],
    [[], []],
  ]) {
    const response = await api.call('POST', '/authorizations', { body: { scopes: requested } });
    assert.deepEqual(members(response).scopes, retained);
  }
});

test('unknown scopes are rejected, also names joined by commas', async (t) => {
  const api = await serveApi(t);
  const response = await api.call('POST', '/authorizations', {
    body: { scopes: ['user,repo', 'gist', 'all'] },
  });
  assertInvalid(response, { code: 'custom', field: 'scopes', message: 'scopes are invalid: user,repo,all' });
  assert.deepEqual(await listed(api), []);
});

test('a list with too many scopes is rejected before each is checked', async (t) => {
  const api = await serveApi(t);
  const scopes = Array.from({ length: 100_000 }, (_, at) => `s${at}`);
  for (const body of [{ scopes }, { scopes: scopes.map(() => 'repo') }]) {
    const response = await api.call('POST', '/authorizations', { body });
    assert.equal(response.status, 422);
    assert.deepEqual(members(response).errors, [
      { resource: 'OauthAccess', code: 'invalid', field: 'scopes' },
    ]);
  }
  assert.equal((await api.call('GET', '/authorizations')).text(), '[]');
});

test('one error lists all members of the wrong type', async (t) => {
  const api = await serveApi(t);
  const body = {
    scopes: 'repo',
    note: 1,
    note_url: null,
    client_id: [],
    client_secret: {},
    fingerprint: true,
  };
  const fields = ['scopes', 'description', 'note_url', 'fingerprint', 'client_id', 'client_secret'];
  assertInvalid(
    await api.call('POST', '/authorizations', { body }),
    ...fields.map((field) => ({ code: 'invalid', field })),
  );
  assertInvalid(await api.call('POST', '/authorizations', { body: { scopes: ['repo', 1] } }), {
    code: 'invalid',
    field: 'scopes',
  });
});

test('a client ID has at most 20 characters, a secret 40, a note 1000', async (t) => {
  const api = await serveApi(t);
  for (const [field, length, named] of [
    ['client_id', 20, 'client_id'],
    ['client_secret', 40, 'client_secret'],
    ['note', 1000, 'description'],
    ['note_url', 2000, 'note_url'],
    ['fingerprint', 1000, 'fingerprint'],
  ] as const) {
    const body = { [field]: 'x'.repeat(length + 1) };
    assertInvalid(await api.call('POST', '/authorizations', { body }), { code: 'invalid', field: named });
  }
  const longest = { note: 'x'.repeat(1000), note_url: 'x'.repeat(2000), fingerprint: 'x'.repeat(1000) };
  assert.equal((await api.call('POST', '/authorizations', { body: longest })).status, 201);
});

test('text that databases cannot store is rejected', async (t) => {
  const api = await serveApi(t);
  for (const [field, named] of [
    ['note', 'description'],
    ['note_url', 'note_url'],
    ['fingerprint', 'fingerprint'],
  ]) {
    for (const text of ['a\\u0000b', 'a\\ud800b']) {
      const response = await api.call('POST', '/authorizations', { body: `{"${field}":"${text}"}` });
      assertInvalid(response, { code: 'invalid', field: named });
    }
  }
  const scope = await api.call('POST', '/authorizations', { body: '{"scopes":["\\ud800"]}' });
  assertInvalid(scope, { code: 'custom', field: 'scopes', message: 'scopes are invalid: \ufffd' });
});

test('an empty body, or one that is not a JSON object, creates nothing', async (t) => {
  const api = await serveApi(t);
  for (const [body, message] of [
    [undefined, 'Problems parsing JSON'],
    ['', 'Problems parsing JSON'],
    ['{', 'Problems parsing JSON'],
    ['[]', 'Body should be a JSON object'],
    ['null', 'Body should be a JSON object'],
    ['"x"', 'Body should be a JSON object'],
  ]) {
    const response = await api.call('POST', '/authorizations', { body });
    assert.equal(response.status, 400);
    assert.deepEqual(response.json(), { message, documentation_url: creation });
  }
  assert.deepEqual(await listed(api), []);
});

test('deep nesting is rejected as invalid JSON, and brackets in strings do not count', async (t) => {
  const api = await serveApi(t);
  const nested = (depth: number) => `{"other":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  for (const [body, status] of [
    [nested(99), 201],
    [nested(100), 400],
    [`{"note":"]]]","other":${'{"a":'.repeat(100)}1${'}'.repeat(100)}}`, 400],
    [nested(50_000), 400],
    ['['.repeat(50_000), 400],
    [{ note: '['.repeat(500) }, 201],
    [{ note: `\\"${'{"'.repeat(200)}` }, 201],
    ['{"note":"\\', 400],
  ] as const) {
    const response = await api.call('POST', '/authorizations', { body });
    assert.equal(response.status, status, JSON.stringify(body).slice(0, 50));
  }
});

test('unknown members and the content type are ignored', async (t) => {
  const api = await serveApi(t);
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', undefined]) {
    const response = await api.call('POST', '/authorizations', {
      body: { scope: 'x', note: `as ${type}` },
      fields: type === undefined ? [] : [['Content-Type', type]],
    });
    assert.equal(response.status, 201);
  }
});

test('authentication comes before the checks of the body', async (t) => {
  const api = await serveApi(t);
  const response = await api.call('POST', '/authorizations', { as: null, body: '{' });
  assert.equal(response.status, 401);
});

test('the list has the authorizations of the caller only, without token values', async (t) => {
  const api = await serveApi(t);
  assert.equal((await api.call('GET', '/authorizations')).text(), '[]');
  const other = await addUser(api, { login: 'hubot' });
  await addToken(api, { token: 'f'.repeat(40), userId: other.id });
  const made = members(await api.call('POST', '/authorizations', { body: { note: 'n' } }));
  assert.deepEqual(await listed(api), [{ ...made, token: '' }]);
});

test('the list is ordered by application, personal tokens first, then by fingerprint', async (t) => {
  const api = await serveApi(t);
  for (const body of [
    { ...client.pair, fingerprint: 'b' },
    { ...client.pair, fingerprint: 'a' },
    { ...client.pair },
    { note: 'personal' },
  ]) {
    await api.call('POST', '/authorizations', { body });
  }
  const order = (await listed(api)).map(({ note, fingerprint }) => note ?? fingerprint);
  assert.deepEqual(order, ['personal', null, 'a', 'b']);
});

test('the list has a filter by application', async (t) => {
  const api = await serveApi(t);
  await addApplication(api, { clientId: 'ffffffffffffffffffff' });
  for (const body of [
    { note: 'personal' },
    { ...client.pair },
    { ...client.pair, client_id: 'f'.repeat(20) },
  ]) {
    await api.call('POST', '/authorizations', { body });
  }
  const mine = await listed(api, `?client_id=${client.pair.client_id}`);
  assert.deepEqual(
    mine.map(({ app }) => Reflect.get(Object(app), 'client_id')),
    [client.pair.client_id],
  );
  for (const unknown of ['nothing', '%00', 'x'.repeat(50)])
    assert.deepEqual(await listed(api, `?client_id=${unknown}`), []);
});

test('pages have 30 items by default and at most 100, and other values than numbers are ignored', async (t) => {
  const api = await serveApi(t);
  for (let index = 0; index < 101; index++) {
    await addToken(api, { token: index.toString(16).padStart(40, '0'), userId: api.user.id });
  }
  for (const [query, length] of [
    ['', 30],
    ['?per_page=100', 100],
    ['?per_page=101', 100],
    ['?per_page=99999999999999999999', 100],
    ['?per_page=0', 30],
    ['?per_page=-5', 30],
    ['?per_page=ten', 30],
    ['?per_page=', 30],
    ['?page=4', 11],
    ['?page=0', 30],
    ['?page=-1', 30],
    ['?page=x', 30],
    ['?page=5', 0],
    ['?page=99999999999999999999', 0],
    [`?page=${'9'.repeat(400)}`, 0],
    ['?per_page=2&page=51', 1],
  ] as const) {
    assert.equal((await listed(api, query)).length, length, query);
  }
});

test('GET /authorizations/{id} returns 200 with one authorization, a tag, a date, and no token', async (t) => {
  const api = await serveApi(t);
  const made = members(await api.call('POST', '/authorizations', { body: { note: 'n', scopes: ['repo'] } }));
  const response = await api.call('GET', `/authorizations/${made.id}`);
  assert.equal(response.status, 200);
  assert.equal(response.text(), JSON.stringify({ ...made, token: '' }));
  assert.match(response.field('ETag') ?? '', /^"[0-9a-f]{32}"$/);
  assert.equal(response.field('Last-Modified'), 'Sun, 01 Mar 2026 12:00:00 GMT');
  for (const [name, value] of [
    ['If-None-Match', response.field('ETag') ?? ''],
    ['If-Modified-Since', 'Sun, 01 Mar 2026 12:00:00 GMT'],
  ] as const) {
    const again = await api.call('GET', `/authorizations/${made.id}`, { fields: [[name, value]] });
    assert.deepEqual([again.status, again.text()], [304, '']);
  }
});

test('DELETE /authorizations/{id} returns 204, invalidates the token and keeps the grant; a second call gets 404', async (t) => {
  const api = await serveApi(t);
  const made = members(
    await api.call('POST', '/authorizations', { body: { ...client.pair, scopes: ['repo'] } }),
  );
  const gone = await api.call('DELETE', `/authorizations/${made.id}`);
  assert.deepEqual([gone.status, gone.text(), gone.field('Content-Type')], [204, '', undefined]);
  assert.equal((await api.call('GET', '/user', { as: `x:${made.token}` })).status, 401);
  assert.deepEqual(members(await api.call('GET', '/applications/grants/1')).scopes, []);
  const again = await api.call('DELETE', `/authorizations/${made.id}`);
  assert.equal(again.status, 404);
  assert.deepEqual(again.json(), {
    message: 'Not Found',
    documentation_url: `${page}#delete-an-authorization`,
  });
});

test('an authorization of another user gets the same 404 as an unknown one', async (t) => {
  const api = await serveApi(t);
  const other = await addUser(api, { login: 'hubot', password: 'battery-staple-2' });
  const { id } = await addToken(api, { token: 'f'.repeat(40), userId: other.id });
  for (const [method, anchor] of [
    ['GET', 'get-a-single-authorization'],
    ['DELETE', 'delete-an-authorization'],
  ] as const) {
    for (const wanted of [String(id), '0', '999999999', '9007199254740993', '9'.repeat(400)]) {
      const response = await api.call(method, `/authorizations/${wanted}`);
      assert.equal(response.status, 404, `${method} ${wanted}`);
      assert.deepEqual(response.json(), { message: 'Not Found', documentation_url: `${page}#${anchor}` });
    }
  }
  const own = await api.call('GET', `/authorizations/${id}`, { as: 'hubot:battery-staple-2' });
  assert.equal(own.status, 200);
});

test('of two concurrent deletions, one gets 204 and the other 404', async (t) => {
  const api = await serveApi(t);
  const made = members(await api.call('POST', '/authorizations', { body: {} }));
  const both = await Promise.all([1, 2].map(() => api.call('DELETE', `/authorizations/${made.id}`)));
  assert.deepEqual(both.map(({ status }) => status).sort(), [204, 404]);
});

test('a user without a verified e-mail address cannot create a personal token or one of an application', async (t) => {
  const api = await serveApi(t, {}, { emailVerified: false });
  const message = 'user must have a verified email address in order to authenticate via OAuth';
  for (const body of [{ note: 'n' }, { ...client.pair }]) {
    const response = await api.call('POST', '/authorizations', { body });
    assertInvalid(response, { code: 'custom', field: 'user', message });
  }
  const put = await api.call('PUT', client.path, { body: client.secret });
  assert.equal(put.status, 422);
  assert.deepEqual(members(put).errors, [
    { resource: 'OauthAccess', code: 'custom', field: 'user', message },
  ]);
  assert.deepEqual(await listed(api), []);
  assert.equal((await api.call('GET', '/applications/grants')).text(), '[]');
});

test('PATCH /authorizations/{id} returns the changed authorization without its token, and updates updated_at', async (t) => {
  const api = await serveApi(t);
  const { path, shown } = await made(api, { note: 'before', scopes: ['repo'] });
  api.runtime.clock.advance(60_000);
  const body = { scopes: ['gist'], note: 'after', note_url: 'https://example.com/why', fingerprint: 'x' };
  const response = await api.call('PATCH', path, { body });
  assert.equal(response.status, 200);
  const wanted = {
    ...shown,
    app: { name: 'after', url: 'https://example.com/why', client_id: '00000000000000000000' },
    token: '',
    note: 'after',
    note_url: 'https://example.com/why',
    updated_at: '2026-03-01T12:01:00Z',
    scopes: ['gist'],
    fingerprint: 'x',
  };
  assert.equal(response.text(), JSON.stringify(wanted));
  assert.deepEqual([response.field('Location'), response.field('Last-Modified')], [undefined, undefined]);
  assert.deepEqual((await api.call('GET', path)).json(), wanted);
  assert.equal((await api.call('GET', '/user', { as: `x:${shown.token}` })).status, 200);
});

test('POST /authorizations/{id} does the same as PATCH', async (t) => {
  const api = await serveApi(t);
  const { path } = await made(api, { scopes: ['repo'] });
  const response = await api.call('POST', path, { body: { add_scopes: ['gist'] } });
  assert.deepEqual([response.status, members(response).scopes], [200, ['repo', 'gist']]);
});
