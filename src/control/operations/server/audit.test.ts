import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleApplication } from '#accounts/domain/example-accounts.ts';
import { listAudit, serveCalls } from '#test/support/accounts/audited-calls.ts';
import { serveControlled } from '#test/support/servers/control.ts';

describe('GET /_sparring/audit', () => {
  it('returns the calls, newest first', async (t) => {
    const server = await serveControlled(t);
    await serveCalls(server);
    const [latest, put, ...others] = await listAudit(server, 'calls');
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

  it('rejects invalid filters', async (t) => {
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
