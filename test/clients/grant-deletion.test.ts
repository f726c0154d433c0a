import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { perform, rest16 } from './scripts.ts';
import { serveClients } from './server.ts';

describe('acceptance 6: after a grant is deleted', () => {
  it('every token of its application gets 401 Bad credentials, and no other token does', async (t) => {
    const server = await serveClients(t);
    const owners = Type.Array(Type.String());
    const outcome = Type.Object({
      application: Type.String(),
      before: owners,
      deleted: Type.Number(),
      again: Type.Number(),
      after: owners,
      personal: Type.String(),
      left: Type.Number(),
    });
    const done = await perform(t, server, rest16, { name: 'delete-grant', outcome });
    if (!done) return;
    const { login } = server.user;
    const gone = '401 Bad credentials';
    assert.deepEqual(done, {
      application: server.application.name,
      before: [login, login],
      deleted: 204,
      again: 404,
      after: [gone, gone],
      personal: login,
      left: 0,
    });
  });
});
