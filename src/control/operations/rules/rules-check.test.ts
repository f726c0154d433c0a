import assert from 'node:assert/strict';
import { test } from 'node:test';
import { members } from '#test/support/accounts/api.ts';
import { serveControlled } from '#test/support/servers/control.ts';

test('a rule is checked, and compared with the requests of the journal, without being added', async (t) => {
  const { control, get } = await serveControlled(t);
  for (const path of ['/get', '/get?a=1', '/bin/one/get', '/ip']) await get(path);
  const check = async (rule: unknown) => {
    const { matched, compared } = members(await control('POST', '/rules/check', rule));
    return [matched, compared];
  };
  assert.deepEqual(await check({ drop: true }), [4, 4]);
  assert.deepEqual(await check({ match: { path: '/get' }, drop: true }), [3, 4]);
  assert.deepEqual(await check({ match: { path: '/get' }, bin: 'one', drop: true }), [1, 4]);
  assert.deepEqual(
    await check({ match: { path: '/get', caller: { login: 'mona' } }, suspended: true }),
    [3, 4],
  );
  assert.deepEqual(members(await control('GET', '/rules')).rules, []);
  const wrong = await control('POST', '/rules/check', { match: { path: 'get' }, delay: -1 });
  assert.equal(wrong.status, 422);
  assert.match(String(members(wrong).detail), /delay/);
  assert.equal((await control('POST', '/rules/check', '{')).status, 400);
});

test('a rule is checked without a journal, too', async (t) => {
  const { control } = await serveControlled(t, { journal: 0 });
  const { matched, compared } = members(await control('POST', '/rules/check', { drop: true }));
  assert.deepEqual([matched, compared], [0, 0]);
});
