import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { netGitHub, octokat, octokitRb, octonode, perform, pyGithub, rest16, rest17 } from './scripts.ts';
import { secondFactors, serveClients } from './server.ts';

const scopes = Type.Array(Type.String());

describe('real clients manage tokens: create, list, change, read, delete', { concurrency: 4 }, () => {
  const outcome = Type.Object({
    id: Type.Number(),
    listed: Type.Array(Type.Number()),
    changed: scopes,
    read: scopes,
    deleted: Type.Unknown(),
    again: Type.Unknown(),
  });

  for (const { name, script, deleted, again } of [
    { name: 'ruby-octokit', script: octokitRb, deleted: true, again: false },
    { name: 'PyGithub', script: pyGithub, deleted: true, again: false },
    { name: 'Net::GitHub', script: netGitHub, deleted: 1, again: 0 },
    { name: '@octokit/rest 16', script: rest16, deleted: 204, again: 404 },
  ]) {
    it(name, async (t) => {
      const server = await serveClients(t);
      const done = await perform(t, server, script, { name: 'family', outcome });
      if (!done) return;
      const both = ['gist', 'user'];
      assert.deepEqual(done, { id: done.id, listed: [done.id], changed: both, read: both, deleted, again });
    });
  }
});

describe('real clients beyond the acceptance list', { concurrency: 4 }, () => {
  const made = Type.Object({ id: Type.Number(), token: Type.String() });

  it('octonode creates a token and revokes it', async (t) => {
    const server = await serveClients(t);
    const done = await perform(t, server, octonode, { name: 'revoke', outcome: made });
    if (!done) return;
    assert.deepEqual(server.calls, [
      'POST /authorizations 201',
      'DELETE /authorizations/{authorization_id} 204',
    ]);
  });

  it('octokat lists by the URL template of the root, and gets no token', async (t) => {
    const server = await serveClients(t);
    await server.call('POST', '/authorizations', { body: { note: 'one' } });
    const outcome = Type.Object({
      tokens: Type.Array(Type.Object({ app: Type.String(), token: Type.String() })),
    });
    const done = await perform(t, server, octokat, { name: 'list', outcome });
    if (!done) return;
    assert.deepEqual(done.tokens, [{ app: 'one', token: '' }]);
  });

  it('PyGithub recognizes wrong credentials by their message', async (t) => {
    const server = await serveClients(t);
    const outcome = Type.Object({ status: Type.Number() });
    const done = await perform(t, server, pyGithub, { name: 'wrong-password', outcome });
    if (!done) return;
    assert.deepEqual(done, { status: 401 });
  });

  it('@octokit/auth-basic tests the code with a call that does not exist, which creates nothing', async (t) => {
    const server = await serveClients(t, secondFactors.app);
    const outcome = Type.Object({ username: Type.String(), totp: Type.String() });
    const done = await perform(t, server, rest17, { name: 'basic', outcome });
    if (!done) return;
    assert.deepEqual(server.calls, ['PATCH /authorizations 401', 'PATCH /authorizations 404']);
    const { total } = await server.store.authorizations.list(server.user.id, { page: 1, perPage: 1 });
    assert.equal(total, 0);
  });
});
