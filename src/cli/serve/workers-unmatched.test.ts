import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countOf, startWorkers } from '#test/support/workers/workers.ts';

const skip = process.platform !== 'linux';

for (const journal of ['0', '100'])
  test(`workers count each unmatched request, and have one mode, with a journal of ${journal} entries`, {
    skip,
  }, async (t) => {
    const seeded = { unmatched: [{ bin: 'open', mode: 'pass' }] };
    const words = ['--unmatched', 'fail', '--journal', journal];
    const { call, control } = await startWorkers(t, 3, words, seeded);
    const read = async () => JSON.parse((await control('GET', '/rules/unmatched?bin=')).text()).scopes[0];
    const ask = (path: string) => Promise.all(Array.from({ length: 60 }, () => call(path)));
    assert.equal(countOf(await ask('/get'), 404), 60);
    const { count, requests } = await read();
    assert.deepEqual([count, requests.length], [60, 60]);
    assert.equal(countOf(await ask('/bin/open/get'), 200), 60);
    const verified = await Promise.all(Array.from({ length: 6 }, () => control('POST', '/rules/verify', {})));
    assert.equal(countOf(verified, 409), 6);
    const expected =
      journal === '0' ? /the 404 of each request names them/ : /GET \/get matched no rule, because/;
    for (const response of verified) assert.match(response.text(), expected);
    assert.equal((await control('PUT', '/rules/unmatched', { mode: 'pass' })).status, 204);
    assert.equal(countOf(await ask('/get'), 200), 60);
    assert.equal((await control('POST', '/reset')).status, 204);
    assert.equal((await read()).count, 0);
    assert.equal(countOf(await ask('/get'), 404), 60);
    assert.equal((await control('DELETE', '/rules')).status, 204);
    const again = await Promise.all(Array.from({ length: 6 }, () => control('POST', '/rules/verify', {})));
    assert.equal(countOf(again, 200), 6);
  });

test('each worker knows of a rule that others have used up', { skip }, async (t) => {
  const { call, control } = await startWorkers(t, 3);
  await control('POST', '/rules', { id: 'r', match: { path: '/a' }, respond: {}, count: 3 });
  for (let n = 0; n < 3; n++) assert.equal((await call('/a')).status, 200);
  for (let n = 0; n < 6; n++)
    assert.match((await call('/b')).text(), /Nearest, r \(used up, 3 of 3\): a request to \/a/);
});
