import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addToken, addUser } from '#test/support/accounts/accounts.ts';
import { type Api, client, members, serveApi } from '#test/support/accounts/api.ts';
import type { WireResponse } from '#test/support/wire/wire.ts';

const section =
  'https://docs.github.com/enterprise/3.0/rest/reference/oauth-authorizations#update-an-existing-authorization';

/** Creates a token, and returns its path and the response. */
async function made(api: Api, body: object): Promise<{ path: string; shown: Record<string, unknown> }> {
  const view = members(await api.call('POST', '/authorizations', { body }));
  return { path: `/authorizations/${view.id}`, shown: view };
}

function assertInvalid(response: WireResponse, error: object): void {
  assert.equal(response.status, 422, response.text());
  assert.deepEqual(response.json(), {
    message: 'Validation Failed',
    errors: [{ resource: 'OauthAccess', ...error }],
    documentation_url: section,
  });
}

test('scopes are added and removed, and implied scopes are removed after the change', async (t) => {
  const api = await serveApi(t);
  const { path } = await made(api, { scopes: ['repo', 'user:email'] });
  for (const [body, scopes] of [
    [{ add_scopes: ['gist', 'repo'] }, ['repo', 'user:email', 'gist']],
    [{ add_scopes: ['user'] }, ['repo', 'gist', 'user']],
    [{ add_scopes: ['public_repo'] }, ['repo', 'gist', 'user']],
    [{ remove_scopes: ['user:email', 'notifications', 'gists'] }, ['repo', 'gist', 'user']],
    [{ remove_scopes: ['user', 'repo'] }, ['gist']],
    [{ add_scopes: [] }, ['gist']],
    [{ remove_scopes: [] }, ['gist']],
    [{ scopes: ['user', 'gist', 'user:email', 'gist'] }, ['user', 'gist']],
    [{ scopes: null }, ['user', 'gist']],
    [{ scopes: null, add_scopes: ['repo'] }, ['user', 'gist', 'repo']],
    [{ scopes: [] }, []],
  ] as const) {
    const response = await api.call('PATCH', path, { body });
    assert.deepEqual([response.status, members(response).scopes], [200, scopes], JSON.stringify(body));
  }
});

test('only one of scopes, add_scopes and remove_scopes can be given', async (t) => {
  const api = await serveApi(t);
  const { path, shown } = await made(api, { scopes: ['repo'] });
  for (const body of [
    { scopes: ['gist'], add_scopes: ['user'] },
    { scopes: [], remove_scopes: [] },
    { add_scopes: ['gist'], remove_scopes: ['repo'] },
    { scopes: ['gist'], add_scopes: ['gist'], remove_scopes: ['repo'] },
  ]) {
    assertInvalid(await api.call('PATCH', path, { body }), {
      code: 'custom',
      field: 'scopes',
      message: 'only one of scopes, add_scopes and remove_scopes can be given',
    });
  }
  assert.deepEqual((await api.call('GET', path)).json(), { ...shown, token: '' });
});

test('unknown scopes are rejected in scopes and add_scopes', async (t) => {
  const api = await serveApi(t);
  const { path } = await made(api, { scopes: ['repo'] });
  for (const body of [{ scopes: ['all'] }, { add_scopes: ['all'] }]) {
    const message = 'scopes are invalid: all';
    assertInvalid(await api.call('PATCH', path, { body }), { code: 'custom', field: 'scopes', message });
  }
});

test('unknown members are ignored: rm_scopes gets 200 and changes nothing', async (t) => {
  const api = await serveApi(t);
  const { path, shown } = await made(api, { note: 'n', scopes: ['repo'] });
  for (const body of [{ rm_scopes: ['repo'] }, { client_id: 'x', url: 'y' }, {}]) {
    const response = await api.call('PATCH', path, { body });
    assert.equal(response.status, 200);
    assert.deepEqual(response.json(), { ...shown, token: '' });
  }
});

test('a body that is empty or not a JSON object changes nothing', async (t) => {
  const api = await serveApi(t);
  const { path, shown } = await made(api, {});
  for (const method of ['PATCH', 'POST']) {
    for (const [body, message] of [
      [undefined, 'Problems parsing JSON'],
      ['', 'Problems parsing JSON'],
      ['{"note":', 'Problems parsing JSON'],
      ['[]', 'Body should be a JSON object'],
    ]) {
      const response = await api.call(method, path, { body });
      assert.equal(response.status, 400);
      assert.deepEqual(response.json(), { message, documentation_url: section });
    }
  }
  assert.deepEqual((await api.call('GET', path)).json(), { ...shown, token: '' });
});

test('members of the wrong type, too long, or not storable are rejected', async (t) => {
  const api = await serveApi(t);
  const { path } = await made(api, {});
  for (const [body, field] of [
    [{ scopes: 'repo' }, 'scopes'],
    [{ scopes: [1] }, 'scopes'],
    [{ add_scopes: null }, 'add_scopes'],
    [{ remove_scopes: {} }, 'remove_scopes'],
    [{ note: null }, 'description'],
    [{ note: 'x'.repeat(1001) }, 'description'],
    [{ note: 'nul\0' }, 'description'],
    [{ note_url: 1 }, 'note_url'],
    [{ fingerprint: false }, 'fingerprint'],
    [{ fingerprint: '\ud800' }, 'fingerprint'],
  ] as const) {
    assertInvalid(await api.call('PATCH', path, { body }), { code: 'invalid', field });
  }
});

test('the note of another personal token is rejected as description, unless the fingerprints differ', async (t) => {
  const api = await serveApi(t);
  await made(api, { note: 'taken' });
  const { path } = await made(api, { note: 'mine' });
  const rejected = await api.call('PATCH', path, { body: { note: 'taken', scopes: ['repo'] } });
  assertInvalid(rejected, { code: 'already_exists', field: 'description' });
  assert.deepEqual(members(await api.call('GET', path)).scopes, []);
  const body = { note: 'taken', fingerprint: 'other' };
  assert.equal((await api.call('PATCH', path, { body })).status, 200);
  assert.equal((await api.call('PATCH', path, { body })).status, 200, 'a token can keep its own note');
});

test('the fingerprint of another token of the application is rejected as fingerprint', async (t) => {
  const api = await serveApi(t);
  await made(api, { ...client.pair, fingerprint: 'taken' });
  const { path } = await made(api, { ...client.pair, fingerprint: 'mine' });
  const rejected = await api.call('PATCH', path, { body: { fingerprint: 'taken' } });
  assertInvalid(rejected, { code: 'already_exists', field: 'fingerprint' });
  const freed = await api.call('PATCH', path, { body: { fingerprint: '' } });
  assert.deepEqual([freed.status, members(freed).fingerprint], [200, null]);
  const found = await api.call('PUT', client.path, { body: client.secret });
  assert.deepEqual([found.status, `/authorizations/${members(found).id}`], [200, path]);
});

test('the grant is updated with its tokens', async (t) => {
  const api = await serveApi(t);
  const { path } = await made(api, { ...client.pair, scopes: ['repo'] });
  await api.call('PATCH', path, { body: { add_scopes: ['gist'] } });
  const scopes = async () => members(await api.call('GET', '/applications/grants/1')).scopes;
  assert.deepEqual(await scopes(), ['repo', 'gist']);
  await api.call('PATCH', path, { body: { remove_scopes: ['repo'] } });
  assert.deepEqual(await scopes(), ['gist']);
});

test('an unknown token and a token of another user get the same 404 and are not changed', async (t) => {
  const api = await serveApi(t);
  const other = await addUser(api, { login: 'hubot', password: 'battery-staple-2' });
  const { id } = await addToken(api, { token: 'f'.repeat(40), userId: other.id, note: 'of hubot' });
  for (const method of ['PATCH', 'POST']) {
    for (const wanted of [String(id), '0', '999999999', '9007199254740993', '9'.repeat(400)]) {
      const response = await api.call(method, `/authorizations/${wanted}`, { body: { note: 'mine' } });
      assert.equal(response.status, 404, wanted);
      assert.deepEqual(response.json(), { message: 'Not Found', documentation_url: section });
    }
  }
  const own = await api.call('GET', `/authorizations/${id}`, { as: 'hubot:battery-staple-2' });
  assert.equal(members(own).note, 'of hubot');
});

test('the scopes that fifty concurrent calls add are all present', async (t) => {
  const api = await serveApi(t);
  const { path } = await made(api, {});
  const scopes = ['repo', 'gist', 'notifications', 'user', 'delete_repo', 'workflow', 'read:org'];
  const calls = Array.from({ length: 50 }, (_, index) =>
    api.call('PATCH', path, { body: { add_scopes: [scopes[index % scopes.length]] } }),
  );
  const statuses = new Set((await Promise.all(calls)).map(({ status }) => status));
  assert.deepEqual([...statuses], [200]);
  assert.deepEqual(new Set(Object(members(await api.call('GET', path)).scopes)), new Set(scopes));
});

test('a change concurrent with the deletion is applied before it or not at all', async (t) => {
  const api = await serveApi(t);
  for (let round = 0; round < 10; round++) {
    const { path } = await made(api, { ...client.pair, scopes: ['repo'] });
    const [changed, deleted] = await Promise.all([
      api.call('PATCH', path, { body: { scopes: ['gist'] } }),
      api.call('DELETE', path),
    ]);
    assert.ok(changed.status === 200 || changed.status === 404, changed.text());
    assert.equal(deleted.status, 204);
    assert.equal((await api.call('GET', path)).status, 404);
    assert.deepEqual(members(await api.call('GET', '/applications/grants/1')).scopes, []);
  }
});

test('a required note of a personal token cannot be removed; that of an application token can', async (t) => {
  const api = await serveApi(t, { apiVersion: 'github-2020' });
  const { path } = await made(api, { note: 'mine' });
  const rejected = await api.call('PATCH', path, { body: { note: '' } });
  assert.deepEqual(
    [rejected.status, members(rejected).errors],
    [422, [{ resource: 'OauthAccess', code: 'missing_field', field: 'note' }]],
  );
  assert.equal(members(await api.call('GET', path)).note, 'mine');
  const { path: other } = await made(api, { ...client.pair, note: 'mine' });
  assert.equal((await api.call('PATCH', other, { body: { note: '' } })).status, 200);
});
