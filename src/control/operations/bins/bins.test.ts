import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { members } from '#test/support/accounts/api.ts';
import { serveControlled } from '#test/support/servers/control.ts';

describe('bins', () => {
  it('have a default response on every path, after all other rules of the bin', async (t) => {
    const { control, get } = await serveControlled(t);
    const response = { status: 503, headers: { 'Retry-After': '1' }, body: 'later' };
    const made = await control('PUT', '/bins/one', { name: 'Webhooks', note: 'n', response });
    assert.deepEqual(
      [made.status, members(made).name, members(made).response, members(made).every_path],
      [200, 'Webhooks', response, true],
    );
    await control('POST', '/rules', { bin: 'one', match: { path: '/mine' }, respond: { body: 'mine' } });
    for (const path of ['/bin/one', '/bin/one/', '/bin/one/get', '/bin/one?a=1', '/bin/one/api/v3/user']) {
      const answer = await get(path);
      assert.deepEqual(
        [answer.status, answer.field('Retry-After'), answer.text()],
        [503, '1', 'later'],
        path,
      );
    }
    assert.equal((await get('/bin/one/mine')).text(), 'mine');
    // The bin is a scope: no other request gets its response.
    assert.equal((await get('/get')).status, 200);
    assert.equal((await get('/bin/two/get')).status, 200);
    const { entries, first_at, last_at, last, recent } = members(await control('GET', '/bins/one'));
    assert.equal(entries, 6);
    assert.ok(String(first_at) <= String(last_at));
    assert.deepEqual(last, { id: 6, method: 'GET', status: 200 });
    assert.ok(Array.isArray(recent));
    assert.deepEqual([recent.length, recent.reduce((sum, count) => sum + count, 0)], [16, 6]);
  });

  it('respond with ok without a chosen response, and only at their root without every_path', async (t) => {
    const { control, get } = await serveControlled(t);
    assert.equal((await get('/bin/one')).status, 404);
    await control('PUT', '/bins/one', { every_path: true });
    assert.deepEqual([(await get('/bin/one')).status, (await get('/bin/one')).text()], [200, 'ok']);
    assert.equal((await get('/bin/one/status/418')).text(), 'ok');
    const changed = await control('PATCH', '/bins/one', { every_path: false });
    assert.deepEqual(members(changed).response, { body: 'ok' });
    assert.equal((await get('/bin/one')).text(), 'ok');
    assert.equal((await get('/bin/one/status/418')).status, 418);
    await control('PATCH', '/bins/one', { response: null });
    assert.equal((await get('/bin/one')).status, 404);
    assert.equal(members(await control('GET', '/bins/one')).response, null);
  });

  it('are those that were made, and those of the journal', async (t) => {
    const { control, get } = await serveControlled(t);
    await control('PUT', '/bins/made', {});
    await get('/bin/used/get');
    const { bins } = members(await control('GET', '/bins'));
    const names = (bins as Record<string, unknown>[]).map(({ key, entries, created_at }) => [
      key,
      entries,
      created_at !== null,
    ]);
    assert.deepEqual(names, [
      ['used', 1, false],
      ['made', 0, true],
    ]);
    await control('PATCH', '/bins/used', { name: 'Used' });
    await control('PATCH', '/bins/used', { note: 'kept' });
    const { name, note } = members(await control('GET', '/bins/used'));
    assert.deepEqual([name, note], ['Used', 'kept']);
    assert.equal((await control('DELETE', '/bins/used')).status, 204);
    for (const method of ['GET', 'DELETE', 'PATCH'])
      assert.equal((await control(method, '/bins/used', method === 'PATCH' ? {} : undefined)).status, 404);
    assert.equal((await control('POST', '/reset')).status, 204);
    assert.deepEqual(members(await control('GET', '/bins')).bins, []);
  });

  it('do not change if their response is not valid', async (t) => {
    const { control, get } = await serveControlled(t);
    await control('PUT', '/bins/one', { name: 'One', response: { status: 201 } });
    const answer = await control('PUT', '/bins/one', { name: 'Two', response: { status: 9999 } });
    assert.equal(answer.status, 422);
    assert.match(String(members(answer).detail), /status/);
    assert.equal(members(await control('GET', '/bins/one')).name, 'One');
    assert.equal((await get('/bin/one')).status, 201);
    assert.equal((await control('PUT', '/bins/a%20b', {})).status, 400);
    assert.equal((await control('PUT', '/bins/one', { name: 'x'.repeat(101) })).status, 422);
  });

  it('mask credentials of their response unless they are asked for', async (t) => {
    const { control } = await serveControlled(t);
    const response = { headers: { 'X-Api-Key': 'correct-horse-1' } };
    const made = await control('PUT', '/bins/one', { response });
    assert.doesNotMatch(made.text(), /correct-horse/);
    assert.doesNotMatch((await control('GET', '/bins')).text(), /correct-horse/);
    assert.match((await control('GET', '/bins/one?secrets=show')).text(), /correct-horse-1/);
  });
});
