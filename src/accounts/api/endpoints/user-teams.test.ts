import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addToken, addUser } from '#test/support/accounts/accounts.ts';
import { serveApi } from '#test/support/accounts/api.ts';

test('/user/teams is an empty list for a token with a scope for organizations', async (t) => {
  const api = await serveApi(t);
  const hubot = await addUser(api, { login: 'hubot' });
  for (const [index, [scope, status]] of [
    ['read:org', 200],
    ['user', 200],
    ['gist', 404],
  ].entries()) {
    const token = String(index).padStart(40, 'c');
    await addToken(api, { token, userId: hubot.id, scopes: [String(scope)] });
    const response = await api.call('GET', '/user/teams', { as: `x:${token}` });
    assert.equal(response.status, status, String(scope));
    assert.equal(response.field('X-Accepted-OAuth-Scopes'), 'admin:org, read:org, repo, user, write:org');
    if (status === 200) assert.deepEqual(response.json(), []);
  }
  assert.deepEqual((await api.call('GET', '/user/teams')).json(), []);
  assert.equal((await api.call('GET', '/user/teams', { as: null })).status, 401);
});
