import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { members } from '#test/support/accounts/api.ts';
import { serveControlled } from '#test/support/servers/control.ts';

const PATH = '/rules/unmatched';

describe('the modes of unmatched requests', () => {
  it('are read and set by scope', async (t) => {
    const { control, get } = await serveControlled(t, { unmatched: '404' });
    const none = { count: 0, requests: [] };
    assert.deepEqual(members(await control('GET', PATH)), { scopes: [{ ...none, mode: '404' }] });
    assert.equal((await control('PUT', PATH, { bin: 't1', mode: 'pass' })).status, 204);
    assert.equal((await control('PUT', PATH, { bin: '', mode: 'fail' })).status, 204);
    await get('/bin/t1/get');
    await get('/bin/t2/users?page=2');
    const t2 = { bin: 't2', count: 1, requests: [{ method: 'GET', path: '/users' }], mode: 'fail' };
    assert.deepEqual(members(await control('GET', PATH)), {
      scopes: [{ ...none, mode: 'fail' }, { bin: 't1', ...none, mode: 'pass' }, t2],
    });
    assert.deepEqual(members(await control('GET', `${PATH}?bin=t2`)), { scopes: [t2] });
    assert.deepEqual(members(await control('GET', `${PATH}?bin=`)), { scopes: [{ ...none, mode: 'fail' }] });
    assert.equal((await control('PUT', PATH, { bin: 't1', mode: null })).status, 204);
    assert.equal((await get('/bin/t1/get')).status, 404);
    assert.equal((await control('DELETE', `${PATH}?bin=t1`)).status, 204);
    assert.deepEqual(members(await control('GET', PATH)), { scopes: [{ ...none, mode: 'fail' }, t2] });
    assert.equal((await control('DELETE', '/requests?bin=t2')).status, 204);
    assert.deepEqual(members(await control('GET', PATH)), { scopes: [{ ...none, mode: 'fail' }] });
    await get('/x');
    assert.equal((await control('DELETE', PATH)).status, 204);
    assert.deepEqual(members(await control('GET', PATH)), { scopes: [{ ...none, mode: 'fail' }] });
  });

  it('are those of a seed, return with a reset, and are in a snapshot', async (t) => {
    const { control, get } = await serveControlled(t, { initialUnmatched: [{ bin: 'a', mode: '404' }] });
    const status = async (bin: string) => (await get(`/bin/${bin}/get`)).status;
    assert.deepEqual([await status('a'), await status('b')], [404, 200]);
    assert.equal((await control('POST', '/seed', { unmatched: [{ mode: 'fail' }] })).status, 204);
    assert.deepEqual([await status('a'), await status('b')], [404, 404]);
    const { id } = members(await control('POST', '/snapshots'));
    assert.equal((await control('POST', '/reset')).status, 204);
    assert.deepEqual([await status('a'), await status('b')], [404, 200]);
    assert.equal((await control('POST', `/snapshots/${id}/restore`)).status, 204);
    assert.deepEqual([await status('a'), await status('b')], [404, 404]);
  });

  it('are limited in number, and checked', async (t) => {
    const { control, rules } = await serveControlled(t);
    for (let index = 0; index < 1000; index++) await rules.unmatched.setMode(`b${index}`, 'fail');
    assert.equal((await control('PUT', PATH, { bin: 'more', mode: 'fail' })).status, 409);
    for (const bin of ['b1', ''])
      assert.equal((await control('PUT', PATH, { bin, mode: '404' })).status, 204, bin);
    for (const body of [{ mode: '500' }, { bin: 'a/b', mode: 'fail' }, {}, { mode: 'fail', more: 1 }])
      assert.equal((await control('PUT', PATH, body)).status, 422, JSON.stringify(body));
  });

  it('keep the number of requests, and the latest ones', async (t) => {
    const { control, rules } = await serveControlled(t, { unmatched: 'fail' });
    await Promise.all(
      Array.from({ length: 150 }, (_, index) =>
        rules.unmatched.add({ bin: null, method: 'GET', path: `/${index}` }),
      ),
    );
    for (let index = 0; index < 1010; index++)
      await Promise.all(
        Array.from({ length: 3 }, () =>
          rules.unmatched.add({ bin: `b${index}`, method: 'GET', path: '/'.repeat(1000) }),
        ),
      );
    const { scopes } = JSON.parse((await control('GET', PATH)).text());
    assert.equal(scopes.length, 1 + 1000, 'the server, whose requests are the oldest, and 1000 bins');
    assert.equal(scopes[0].count, 0);
    const retained = scopes.flatMap(({ requests }: { requests: { path: string }[] }) => requests);
    assert.ok(retained.length <= 2000 && retained.length > 1990, `${retained.length}`);
    assert.ok(retained.every(({ path }: { path: string }) => path.length <= 201));
  });
});
