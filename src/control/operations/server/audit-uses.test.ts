import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleApplication } from '#accounts/domain/example-accounts.ts';
import { listAudit, serveCalls } from '#test/support/accounts/audited-calls.ts';
import { serveControlled } from '#test/support/servers/control.ts';

describe('GET /_sparring/audit/uses', () => {
  it('returns the calls of each program, with the number of rejected ones', async (t) => {
    const server = await serveControlled(t);
    await serveCalls(server);
    const uses = await listAudit(server, 'uses', 'deprecated=true');
    assert.deepEqual(
      uses.map(({ user_agent, login, path, count, refused }) => [user_agent, login, path, count, refused]),
      [
        ['hub 2.14', 'mona', '/api/v3/authorizations/clients/{client_id}', 1, 0],
        ['gist/6.0', 'mona', '/api/v3/authorizations/{authorization_id}', 1, 1],
        ['gist/6.0', 'mona', '/api/v3/authorizations', 2, 0],
      ],
    );
  });

  it('filters by user, application, program, time and deprecation', async (t) => {
    const server = await serveControlled(t);
    await serveCalls(server);
    const programs = async (query: string) =>
      [...new Set((await listAudit(server, 'uses', query)).map(({ user_agent }) => user_agent))].sort();
    assert.deepEqual(await programs('login=HUBOT'), ['admin']);
    assert.deepEqual(await programs(`client_id=${exampleApplication.clientId}`), ['hub 2.14']);
    assert.deepEqual(await programs('user_agent=GIST'), ['gist/6.0']);
    assert.deepEqual(await programs('since=30m'), ['admin', 'hub 2.14']);
    assert.deepEqual(await programs('since=2026-03-01T12:30:00Z'), ['admin', 'hub 2.14']);
    assert.deepEqual(await programs('since=1d'), ['admin', 'gist/6.0', 'hub 2.14']);
    assert.deepEqual(await programs('deprecated=true'), ['gist/6.0', 'hub 2.14']);
    assert.deepEqual(await programs('deprecated=false'), ['admin', 'gist/6.0', 'hub 2.14']);
    assert.equal((await listAudit(server, 'calls', 'limit=1')).length, 1);
  });
});
