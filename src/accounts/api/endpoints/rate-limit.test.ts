import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addToken } from '#test/support/accounts/accounts.ts';
import { members, noon, serveApi } from '#test/support/accounts/api.ts';

const reset = noon / 1000 + 3600;

test('/rate_limit gets 404 without rate limits, for every caller', async (t) => {
  const api = await serveApi(t);
  for (const as of ['mona:correct-horse-1', null]) {
    const response = await api.call('GET', '/rate_limit', { as });
    assert.equal(response.status, 404);
    assert.deepEqual(response.json(), {
      message: 'Rate limiting is not enabled.',
      documentation_url:
        'https://docs.github.com/enterprise/3.0/rest/reference/rate-limit#get-rate-limit-status-for-the-authenticated-user',
    });
    assert.equal(response.field('X-RateLimit-Limit'), undefined);
  }
});

test('/rate_limit shows the remaining calls and is free', async (t) => {
  const api = await serveApi(t, { rateLimit: 100 });
  await api.call('GET', '/user');
  for (let count = 0; count < 3; count++) {
    const response = await api.call('GET', '/rate_limit');
    assert.equal(response.status, 200);
    const rate = { limit: 100, remaining: 99, reset };
    assert.deepEqual(response.json(), {
      resources: {
        core: rate,
        search: { limit: 30, remaining: 30, reset: noon / 1000 + 60 },
        graphql: { limit: 100, remaining: 100, reset },
      },
      rate,
    });
    assert.equal(response.field('X-RateLimit-Remaining'), '99');
    assert.equal(response.field('Cache-Control'), 'no-cache');
  }
});

test('/rate_limit responds when no calls are left', async (t) => {
  const api = await serveApi(t, { rateLimit: 1 });
  await api.call('GET', '/user');
  assert.equal((await api.call('GET', '/user')).status, 403);
  const response = await api.call('GET', '/rate_limit');
  assert.deepEqual([response.status, members(response).rate], [200, { limit: 1, remaining: 0, reset }]);
});

test('/rate_limit without credentials shows the limit of the address', async (t) => {
  const api = await serveApi(t, { rateLimit: 100 });
  await api.call('GET', '/meta', { as: null });
  const { rate, resources } = members(await api.call('GET', '/rate_limit', { as: null }));
  assert.deepEqual(rate, { limit: 60, remaining: 59, reset });
  assert.deepEqual(Reflect.get(Object(resources), 'search'), {
    limit: 10,
    remaining: 10,
    reset: noon / 1000 + 60,
  });
});

test('a token gets the limit of its user, and the scopes of the token', async (t) => {
  const api = await serveApi(t, { rateLimit: 100 });
  await addToken(api, { token: 'a'.repeat(40), userId: api.user.id, scopes: ['repo'] });
  await api.call('GET', '/user');
  const response = await api.call('GET', '/rate_limit', { as: `x:${'a'.repeat(40)}` });
  assert.deepEqual(members(response).rate, { limit: 100, remaining: 99, reset });
  assert.equal(response.field('X-OAuth-Scopes'), 'repo');
});
