import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addUser } from '../../../test/support/accounts.ts';
import { client, members } from '../../../test/support/api.ts';
import { type Controlled, serveControlled } from '../../../test/support/control.ts';
import { exampleApplication } from '../../authorizations/example-accounts.ts';

async function serveCalls(server: Controlled): Promise<void> {
  const { call, runtime } = server;
  await addUser(server, { login: 'hubot' });
  await call('GET', '/authorizations', { fields: [['User-Agent', 'gist/6.0']] });
  await call('GET', '/authorizations', { fields: [['User-Agent', 'gist/6.0']] });
  await call('GET', '/authorizations/999', { fields: [['User-Agent', 'gist/6.0']] });
  runtime.clock.advance(3_600_000);
  await call('PUT', client.path, { body: client.secret, fields: [['User-Agent', 'hub 2.14']] });
  await call('GET', '/admin/tokens', { as: 'hubot:correct-horse-1', fields: [['User-Agent', 'admin']] });
}

/** The members of a list in an answer that tell one entry from another. */
async function list({ control }: Controlled, name: 'calls' | 'uses', query = '') {
  const { [name]: entries } = members(
    await control('GET', `/audit${name === 'uses' ? '/uses' : ''}?${query}`),
  );
  return Array.isArray(entries) ? entries : [];
}

describe('the audit of a running server', () => {
  it('lists the calls, the newest first', async (t) => {
    const server = await serveControlled(t);
    await serveCalls(server);
    const [latest, put, ...others] = await list(server, 'calls');
    assert.equal(latest.user_agent, 'admin');
    assert.deepEqual(put, {
      user_agent: 'hub 2.14',
      login: 'mona',
      client_id: exampleApplication.clientId,
      method: 'PUT',
      path: '/api/v3/authorizations/clients/{client_id}',
      address: '127.0.0.1',
      status: 201,
      deprecated: true,
      count: 1,
      first_at: '2026-03-01T13:00:00Z',
      last_at: '2026-03-01T13:00:00Z',
    });
    assert.ok(others.length >= 2);
  });

  it('tells which program makes which calls, and how many were refused', async (t) => {
    const server = await serveControlled(t);
    await serveCalls(server);
    const uses = await list(server, 'uses', 'deprecated=true');
    assert.deepEqual(
      uses.map(({ user_agent, login, path, count, refused }) => [user_agent, login, path, count, refused]),
      [
        ['hub 2.14', 'mona', '/api/v3/authorizations/clients/{client_id}', 1, 0],
        ['gist/6.0', 'mona', '/api/v3/authorizations/{authorization_id}', 1, 1],
        ['gist/6.0', 'mona', '/api/v3/authorizations', 2, 0],
      ],
    );
  });

  it('is narrowed by user, application, program, time and deprecation', async (t) => {
    const server = await serveControlled(t);
    await serveCalls(server);
    const programs = async (query: string) =>
      [...new Set((await list(server, 'uses', query)).map(({ user_agent }) => user_agent))].sort();
    assert.deepEqual(await programs('login=HUBOT'), ['admin']);
    assert.deepEqual(await programs(`client_id=${exampleApplication.clientId}`), ['hub 2.14']);
    assert.deepEqual(await programs('user_agent=GIST'), ['gist/6.0']);
    assert.deepEqual(await programs('since=30m'), ['admin', 'hub 2.14']);
    assert.deepEqual(await programs('since=2026-03-01T12:30:00Z'), ['admin', 'hub 2.14']);
    assert.deepEqual(await programs('since=1d'), ['admin', 'gist/6.0', 'hub 2.14']);
    assert.deepEqual(await programs('deprecated=true'), ['gist/6.0', 'hub 2.14']);
    assert.deepEqual(await programs('deprecated=false'), ['admin', 'gist/6.0', 'hub 2.14']);
    assert.equal((await list(server, 'calls', 'limit=1')).length, 1);
  });

  it('refuses what it cannot narrow by', async (t) => {
    const { control } = await serveControlled(t);
    for (const query of [
      'since=yesterday',
      'deprecated=yes',
      'limit=0',
      'limit=10001',
      'user=mona',
      'login=a&login=b',
    ]) {
      assert.equal((await control('GET', `/audit?${query}`)).status, 400, query);
      assert.equal((await control('GET', `/audit/uses?${query}`)).status, 400, query);
    }
  });
});
