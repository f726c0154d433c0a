import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { members } from '#test/support/accounts/api.ts';
import { serveControlled } from '#test/support/servers/control.ts';

describe('the keys of the labs', () => {
  it('are listed, read and deleted', async (t) => {
    const server = await serveControlled(t);
    const { control, get } = server;
    assert.equal((await get('/limit/k/end')).status, 200);
    assert.deepEqual(members(await control('GET', '/labs')).keys, [{ lab: 'limit', key: 'k', attempts: 1 }]);
    const { key, accepted, summary } = members(await control('GET', '/labs/limit/k'));
    assert.deepEqual(
      [key, accepted, summary],
      ['k', 1, { count: 1, bodyDigests: 1, idempotencyKeys: [], gaps: [] }],
    );
    assert.equal((await control('DELETE', '/labs/limit/k')).status, 204);
    for (const method of ['GET', 'DELETE']) {
      const response = await control(method, '/labs/limit/k');
      assert.equal(response.status, 404);
      assert.equal(members(response).detail, 'The lab limit has no key k.');
      assert.equal((await control(method, '/labs/limit/a%20b')).status, 400);
    }
  });

  it('are defined, if they are sequences', async (t) => {
    const { control, get } = await serveControlled(t);
    const steps = [{ status: 503, times: 2 }, 'status=200'];
    const response = await control('PUT', '/labs/sequence/k', { steps });
    assert.deepEqual([response.status, members(response).steps], [200, 2]);
    assert.equal((await get('/sequence/k/end')).status, 503);
    assert.equal((await control('PUT', '/labs/limit/k', { steps })).status, 404);
    assert.equal((await control('PUT', '/labs/sequence/k', { steps: ['status=1'] })).status, 422);
    assert.equal((await control('PUT', '/labs/sequence/k', { steps: 1 })).status, 422);
  });

  it('are removed by a reset and by the restore of a snapshot', async (t) => {
    const { control, get } = await serveControlled(t);
    await control('POST', '/snapshots');
    for (const path of ['/reset', '/snapshots/1/restore']) {
      assert.equal((await get('/limit/k/end')).status, 200);
      assert.ok((await control('POST', path)).status < 300);
      assert.deepEqual(members(await control('GET', '/labs')).keys, [], path);
    }
  });
});
