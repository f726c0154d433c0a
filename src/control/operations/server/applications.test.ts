import assert from 'node:assert/strict';
import { test } from 'node:test';
import { members } from '#test/support/accounts/api.ts';
import { serveControlled } from '#test/support/servers/control.ts';

const bot = { name: 'Bot', url: 'https://bot.example' };

test('POST /_sparring/applications adds an application, which the list has without its secret', async (t) => {
  const server = await serveControlled(t);
  const added = await server.control('POST', '/applications', { ...bot, owner: 'MONA' });
  const { client_id, client_secret, ...rest } = members(added);
  assert.deepEqual([added.status, rest], [201, bot]);
  const check = await server.call('POST', `/applications/${client_id}/token`, {
    as: `${client_id}:${client_secret}`,
    body: { access_token: 'unknown' },
  });
  assert.equal(check.status, 404, 'the credentials are right');
  const { applications } = members(await server.control('GET', '/applications'));
  assert.ok(Array.isArray(applications));
  assert.deepEqual(applications.at(-1), { ...bot, client_id, callback_url: null, owner: 'mona' });
  assert.equal(JSON.stringify(applications).includes(String(client_secret)), false);
});

test('POST /_sparring/applications rejects a client ID that is taken, and invalid members', async (t) => {
  const server = await serveControlled(t);
  const chosen = { ...bot, client_id: 'chosen', client_secret: 'secret-of-the-client' };
  const all = await Promise.all(
    Array.from({ length: 3 }, () => server.control('POST', '/applications', chosen)),
  );
  assert.deepEqual(all.map(({ status }) => status).toSorted(), [201, 409, 409]);
  for (const [body, status] of [
    [{ ...bot, url: 'none' }, 422],
    [{ ...bot, owner: 'nobody' }, 404],
    [{ name: 'Bot' }, 422],
  ] as const)
    assert.equal((await server.control('POST', '/applications', body)).status, status, JSON.stringify(body));
});
