import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addToken, addUser } from '#test/support/accounts/accounts.ts';
import { serveApi } from '#test/support/accounts/api.ts';

const token = 'c'.repeat(40);

describe('GET /user/emails', () => {
  it('lists the address of the user, verified or not', async (t) => {
    const api = await serveApi(t);
    const response = await api.call('GET', '/user/emails');
    assert.equal(response.status, 200);
    assert.deepEqual(response.json(), [
      { email: 'mona@example.com', primary: true, verified: true, visibility: 'public' },
    ]);
    assert.equal(response.field('X-OAuth-Scopes'), undefined);

    await api.store.users.update(api.user.id, { emailVerified: false });
    assert.deepEqual((await api.call('GET', '/user/emails')).json(), [
      { email: 'mona@example.com', primary: true, verified: false, visibility: 'public' },
    ]);
  });

  it('returns an empty list for a user without an address, and for a page beyond the end', async (t) => {
    const api = await serveApi(t);
    assert.equal((await api.call('GET', '/user/emails?page=2')).text(), '[]');
    await api.store.users.update(api.user.id, { email: null });
    const response = await api.call('GET', '/user/emails');
    assert.deepEqual([response.status, response.text()], [200, '[]']);
  });

  for (const scopes of [['user:email'], ['user'], ['repo', 'user:email']]) {
    it(`accepts a token with the scopes ${scopes.join(', ')}`, async (t) => {
      const api = await serveApi(t);
      await addToken(api, { token, userId: api.user.id, scopes });
      const response = await api.call('GET', '/user/emails', { as: `x:${token}` });
      assert.equal(response.status, 200);
      assert.equal(response.field('X-OAuth-Scopes'), scopes.toSorted().join(', '));
      assert.equal(response.field('X-Accepted-OAuth-Scopes'), 'user, user:email');
    });
  }

  for (const scopes of [[], ['repo', 'read:user']]) {
    it(`returns 404 for a token with the scopes [${scopes}]`, async (t) => {
      const api = await serveApi(t);
      await addToken(api, { token, userId: api.user.id, scopes });
      const response = await api.call('GET', '/user/emails', { as: `x:${token}` });
      assert.equal(response.status, 404);
      assert.deepEqual(response.json(), {
        message: 'Not Found',
        documentation_url:
          'https://docs.github.com/enterprise/3.0/rest/reference/users#list-email-addresses-for-the-authenticated-user',
      });
      assert.equal(response.field('X-Accepted-OAuth-Scopes'), 'user, user:email');
    });
  }

  it('returns 401 without credentials, and 403 for a suspended user', async (t) => {
    const api = await serveApi(t);
    const suspended = await addUser(api, { login: 'hubot' });
    await api.store.users.update(suspended.id, { suspendedAt: '2026-01-01T00:00:00Z' });
    assert.equal((await api.call('GET', '/user/emails', { as: null })).status, 401);
    assert.equal((await api.call('GET', '/user/emails', { as: 'hubot:correct-horse-1' })).status, 403);
  });
});
