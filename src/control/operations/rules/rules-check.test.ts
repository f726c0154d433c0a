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
  const { latest } = members(await control('POST', '/rules/check', { match: { path: '/get' }, drop: true }));
  assert.deepEqual(
    [latest].flat().map((row) => [Object(row).method, Object(row).target, Object(row).status]),
    ['/bin/one/get', '/get?a=1', '/get'].map((target) => ['GET', target, 200]),
  );
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

test('the preview of a rule is what a client gets', async (t) => {
  const { control, get, send } = await serveControlled(t);
  const respond = {
    status: 429,
    headers: [['Retry-After', '2']],
    body: '{"a": 1}',
    type: 'application/json',
  };
  const rule = { match: { path: '/x' }, respond };
  const { preview } = members(await control('POST', '/rules/check', rule));
  await control('POST', '/rules', rule);
  const response = await get('/x');
  const { head, content, size } = Object(preview);
  const withoutDate = (text: string) => text.replace(/(?:Date|Connection): .*\r\n/g, '');
  const lines = [
    `HTTP/1.1 ${response.status} ${response.reason}`,
    ...response.fields.map((pair) => pair.join(': ')),
  ];
  assert.equal(withoutDate(head), withoutDate(`${lines.join('\r\n')}\r\n\r\n`));
  assert.deepEqual([content, size], ['{"a": 1}', 8]);
  assert.equal((await send({ path: '/x' })).text(), content);
  const list = { match: { path: '/x' }, respond: [{ status: 503, times: 3 }, {}] };
  assert.match(Object(members(await control('POST', '/rules/check', list)).preview).head, / 503 /);
  const without = members(await control('POST', '/rules/check', { match: { path: '/x' }, delay: 1 }));
  assert.equal(without.preview, null);
});
