import assert from 'node:assert/strict';
import { test } from 'node:test';
import { members, serveApi } from '#test/support/accounts/api.ts';

test('/users/{username} returns what /user links to, without private members', async (t) => {
  const api = await serveApi(t);
  await api.store.users.update(api.user.id, { updatedAt: '2026-03-01T13:00:00Z' });
  const own = members(await api.call('GET', '/user'));
  assert.equal(own.url, `http://127.0.0.1:${api.port}/api/v3/users/mona`);
  const response = await api.call('GET', '/users/MONA');
  assert.equal(response.status, 200);
  const { private_gists, total_private_repos, owned_private_repos, disk_usage, ...rest } = own;
  const { collaborators, two_factor_authentication, ...publicMembers } = rest;
  assert.deepEqual(members(response), publicMembers);
  for (const path of ['/users/mona', '/user'])
    assert.equal((await api.call('GET', path)).field('Last-Modified'), 'Sun, 01 Mar 2026 13:00:00 GMT', path);
});

test('/users/{username} is public, without the e-mail address', async (t) => {
  const api = await serveApi(t);
  const response = await api.call('GET', '/users/mona', { as: null });
  assert.deepEqual([response.status, members(response).email], [200, null]);
  assert.match(response.field('Cache-Control') ?? '', /^public, /);
  const unknown = await api.call('GET', '/users/nobody', { as: null });
  assert.deepEqual(members(unknown), {
    message: 'Not Found',
    documentation_url: 'https://docs.github.com/enterprise/3.0/rest/reference/users#get-a-user',
  });
  assert.equal((await api.call('GET', '/users/mona', { as: 'mona:wrong' })).status, 401);
});

test('/users/{username} requires credentials in private mode', async (t) => {
  const api = await serveApi(t, { privateMode: true });
  const statuses = ['mona', 'nobody'].map(async (login) => {
    const response = await api.call('GET', `/users/${login}`, { as: null });
    return [response.status, members(response).message];
  });
  const rejected = [401, 'Must authenticate to access this API.'];
  assert.deepEqual(await Promise.all(statuses), [rejected, rejected]);
});
