import assert from 'node:assert/strict';
import { test } from 'node:test';
import { client, members, serveApi } from '#test/support/accounts/api.ts';

const section =
  'https://docs.github.com/enterprise/3.0/rest/reference/oauth-authorizations#get-or-create-an-authorization-for-a-specific-app';

test('the first call creates an authorization, with its token and Location; the next returns it without either', async (t) => {
  const api = await serveApi(t);
  const body = { ...client.secret, scopes: ['repo'], note: 'first' };
  const made = await api.call('PUT', client.path, { body });
  assert.equal(made.status, 201);
  assert.match(String(members(made).token), /^[0-9a-f]{40}$/);
  assert.equal(made.field('Location'), members(made).url);

  const found = await api.call('PUT', client.path, { body });
  assert.equal(found.status, 200);
  assert.equal(found.field('Location'), undefined);
  assert.deepEqual(found.json(), { ...members(made), token: '' });
});

test('an existing authorization is returned unchanged', async (t) => {
  const api = await serveApi(t);
  const made = await api.call('PUT', client.path, {
    body: { ...client.secret, scopes: ['repo'], note: 'first' },
  });
  api.runtime.clock.advance(60_000);
  const body = { ...client.secret, scopes: ['gist'], note: 'second', note_url: 'https://example.com' };
  const found = await api.call('PUT', client.path, { body });
  assert.deepEqual(found.json(), { ...members(made), token: '' });
});

test('each fingerprint has its own authorization, and an empty fingerprint is none', async (t) => {
  const api = await serveApi(t);
  const ask = async (fingerprint?: string) => {
    const response = await api.call('PUT', client.path, { body: { ...client.secret, fingerprint } });
    return [response.status, members(response).fingerprint, members(response).id];
  };
  const [first, retained, id] = await ask();
  const [second, laptop, other] = await ask('laptop');
  assert.deepEqual([first, retained, second, laptop], [201, null, 201, 'laptop']);
  assert.notEqual(id, other);
  assert.deepEqual(await ask('laptop'), [200, 'laptop', other]);
  assert.deepEqual(await ask(''), [200, null, id]);
});

test('of fifty concurrent identical calls, one gets 201 and the others 200 with the same id', async (t) => {
  const api = await serveApi(t);
  const body = { ...client.secret, scopes: ['repo'], fingerprint: 'laptop' };
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => api.call('PUT', client.path, { body })),
  );
  const statuses = responses.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [...Array.from({ length: 49 }, () => 200), 201]);
  assert.equal(new Set(responses.map((response) => members(response).id)).size, 1);
  const view = responses.filter((response) => members(response).token !== '');
  assert.deepEqual(
    view.map(({ status }) => status),
    [201],
  );
});

test('an unknown application and a wrong secret get the same error', async (t) => {
  const api = await serveApi(t);
  for (const [path, body] of [
    [client.path, { client_secret: 'wrong' }],
    [client.path, { client_secret: '' }],
    ['/authorizations/clients/unknown', client.secret],
    ['/authorizations/clients/%00', client.secret],
    ['/authorizations/clients/a%2Fb', client.secret],
  ] as const) {
    const response = await api.call('PUT', path, { body });
    assert.equal(response.status, 422, path);
    assert.deepEqual(response.json(), {
      message: 'Invalid OAuth application client_id or secret.',
      documentation_url: section,
    });
  }
});

test('the secret is required, and client ID and secret have a maximum length', async (t) => {
  const api = await serveApi(t);
  for (const [path, body, error] of [
    [client.path, {}, { code: 'missing_field', field: 'client_secret' }],
    [client.path, { client_secret: 'x'.repeat(41) }, { code: 'invalid', field: 'client_secret' }],
    [`${client.path}0`, client.secret, { code: 'invalid', field: 'client_id' }],
    [client.path, { client_secret: 1 }, { code: 'invalid', field: 'client_secret' }],
  ] as const) {
    const response = await api.call('PUT', path, { body });
    assert.equal(response.status, 422);
    assert.deepEqual(response.json(), {
      message: 'Validation Failed',
      errors: [{ resource: 'OauthAccess', ...error }],
      documentation_url: section,
    });
  }
});

test('unknown members are rejected by name, also the client ID', async (t) => {
  const api = await serveApi(t);
  for (const key of ['client_id', 'scope', '__proto__']) {
    const response = await api.call('PUT', client.path, {
      body: `{"client_secret":"${client.secret.client_secret}","${key}":"x"}`,
    });
    assert.equal(response.status, 422);
    assert.deepEqual(response.json(), {
      message: `Invalid request.\n\n"${key}" is not a permitted key.`,
      documentation_url: section,
    });
  }
  assert.equal((await api.call('GET', '/authorizations')).text(), '[]');
});

test('several unknown members are named together, in alphabetical order', async (t) => {
  const api = await serveApi(t);
  const body = { ...client.secret, scope: 1, name: 1 };
  const response = await api.call('PUT', client.path, { body });
  assert.equal(members(response).message, 'Invalid request.\n\n"name", "scope" are not permitted keys.');
});

test('unknown members do not make a wrong secret valid', async (t) => {
  const api = await serveApi(t);
  for (const count of [7, 8, 9, 50_000]) {
    const strange = Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, 1]));
    for (const own of [client.secret, { client_secret: {} }, {}]) {
      const response = await api.call('PUT', client.path, { body: { ...own, ...strange } });
      assert.equal(response.status, 422, `${count} ${JSON.stringify(own)}`);
    }
  }
  assert.equal((await api.call('GET', '/authorizations')).text(), '[]');
});

test('with lenient-put, the client ID of the path is accepted in the body, and another one never', async (t) => {
  const api = await serveApi(t, { lenientPut: true });
  const { client_id } = client.pair;
  for (const path of [client.path, `${client.path}/laptop`]) {
    const body = { ...client.secret, client_id };
    assert.equal((await api.call('PUT', path, { body })).status, 201, path);
    assert.equal((await api.call('PUT', path, { body })).status, 200, path);
  }
  for (const strange of [
    { client_id: 'f'.repeat(20) },
    { client_id: null },
    { client_id: '' },
    { scope: 1 },
  ]) {
    const response = await api.call('PUT', client.path, { body: { ...client.secret, ...strange } });
    const [key] = Object.keys(strange);
    assert.equal(response.status, 422);
    assert.equal(members(response).message, `Invalid request.\n\n"${key}" is not a permitted key.`);
  }
});

test('with put-location, an existing authorization has a Location', async (t) => {
  const api = await serveApi(t, { putLocation: true });
  const made = await api.call('PUT', client.path, { body: client.secret });
  const found = await api.call('PUT', client.path, { body: client.secret });
  assert.deepEqual([made.status, found.status], [201, 200]);
  assert.equal(found.field('Location'), members(made).url);
});

test('an empty body creates nothing', async (t) => {
  const api = await serveApi(t);
  const response = await api.call('PUT', client.path);
  assert.deepEqual([response.status, members(response).message], [400, 'Problems parsing JSON']);
  assert.equal((await api.call('GET', '/authorizations')).text(), '[]');
});

test('PUT /authorizations/clients/{client_id}/{fingerprint} returns 201, then 200 with the same id and no token', async (t) => {
  const api = await serveApi(t);
  const path = `${client.path}/ci%20%2F%20runner`;
  const made = await api.call('PUT', path, { body: { ...client.secret, scopes: ['repo'] } });
  assert.equal(made.status, 201);
  assert.equal(made.field('Location'), members(made).url);
  assert.equal(members(made).fingerprint, 'ci / runner');
  const found = await api.call('PUT', path, { body: { ...client.secret, scopes: ['gist'] } });
  assert.deepEqual([found.status, found.field('Location')], [200, undefined]);
  assert.deepEqual(found.json(), { ...members(made), token: '' });
});

test('a fingerprint in the path is equivalent to one in the body', async (t) => {
  const api = await serveApi(t);
  const ask = async (path: string, fingerprint?: string) => {
    const response = await api.call('PUT', path, { body: { ...client.secret, fingerprint } });
    return [response.status, members(response).id];
  };
  const [status, id] = await ask(`${client.path}/laptop`);
  assert.equal(status, 201);
  for (const [path, fingerprint] of [
    [client.path, 'laptop'],
    [`${client.path}/laptop`, 'laptop'],
    [`${client.path}/laptop`, ''],
    [`${client.path}/%6Captop`, undefined],
  ] as const) {
    assert.deepEqual(await ask(path, fingerprint), [200, id], path);
  }
  assert.notEqual((await ask(client.path))[1], id);
});

test('rejects a fingerprint in the path when the body has another, when it is too long, and when it cannot be stored', async (t) => {
  const api = await serveApi(t);
  for (const [fingerprint, body] of [
    ['laptop', { ...client.secret, fingerprint: 'desktop' }],
    ['x'.repeat(1001), client.secret],
    ['nul%00', client.secret],
  ] as const) {
    const response = await api.call('PUT', `${client.path}/${fingerprint}`, { body });
    assert.equal(response.status, 422, fingerprint);
    assert.deepEqual(response.json(), {
      message: 'Validation Failed',
      errors: [{ resource: 'OauthAccess', code: 'invalid', field: 'fingerprint' }],
      documentation_url: `${section}-and-fingerprint`,
    });
  }
  const unknown = await api.call('PUT', '/authorizations/clients/unknown/laptop', { body: client.secret });
  assert.deepEqual(unknown.json(), {
    message: 'Invalid OAuth application client_id or secret.',
    documentation_url: `${section}-and-fingerprint`,
  });
  const unknownMember = await api.call('PUT', `${client.path}/laptop`, {
    body: { ...client.secret, scope: 'x' },
  });
  assert.equal(members(unknownMember).message, 'Invalid request.\n\n"scope" is not a permitted key.');
  assert.equal((await api.call('GET', '/authorizations')).text(), '[]');
});
