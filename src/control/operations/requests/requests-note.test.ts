import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('a mark and a note are in the entry, the summary and the archive, and a marked entry stays', async (t) => {
  const server = await serve(t, { journal: 4 });
  const note = 'The first one <img onerror>';
  await server.get('/get?n=1');
  const patch = async (body: unknown) =>
    server.send({ method: 'PATCH', path: '/_sparring/requests/1', body: JSON.stringify(body) });
  const response = await patch({ marked: true, note });
  assert.equal(response.status, 200);
  const { marked, note: read } = JSON.parse(response.text());
  assert.deepEqual([marked, read], [true, note]);
  for (let n = 0; n < 10; n++) await server.get('/get');
  const { requests } = JSON.parse((await server.get('/_sparring/requests/summaries')).text());
  assert.deepEqual(
    requests.map(({ id }: { id: number }) => id),
    [11, 10, 9, 1],
  );
  assert.deepEqual([requests[3].marked, requests[3].note], [true, note]);
  const { log } = JSON.parse((await server.get('/_sparring/requests.har?filter=is:marked')).text());
  assert.deepEqual([log.entries.length, log.entries[0].comment, log.entries[0]._marked], [1, note, true]);
  assert.equal(JSON.parse((await patch({ note: null, marked: false })).text()).note, null);
  assert.equal((await patch({ note: 'x'.repeat(501) })).status, 422);
  await server.get('/get');
  assert.equal((await patch({ marked: true })).status, 404);
});

for (const [entries, maximum] of [
  [1000, 50],
  [6, 3],
] as const)
  test(`of ${entries} entries, ${maximum} can be marked, and new ones are still recorded`, async (t) => {
    const server = await serve(t, { journal: entries });
    for (let n = 0; n <= maximum; n++) await server.get(`/get?n=${n}`);
    const patch = async (id: number, body: object) =>
      server.send({ method: 'PATCH', path: `/_sparring/requests/${id}`, body: JSON.stringify(body) });
    for (let id = 1; id <= maximum; id++) {
      const { status, text } = await patch(id, { marked: true });
      assert.deepEqual([status, JSON.parse(text()).marked], [200, true]);
    }
    const rejected = await patch(maximum + 1, { marked: true, note: 'n' });
    assert.deepEqual(
      [rejected.status, JSON.parse(rejected.text()).detail],
      [409, `At most ${maximum} requests can be marked; remove the mark of another one first.`],
    );
    const { marked, note } = JSON.parse((await server.get(`/_sparring/requests/${maximum + 1}`)).text());
    assert.deepEqual([marked, note], [false, null]);
    assert.equal((await patch(1, { marked: true })).status, 200);
    assert.equal((await patch(2, { marked: false })).status, 200);
    assert.equal((await patch(maximum + 1, { marked: true })).status, 200);
    await server.get('/get?last');
    const { requests } = JSON.parse((await server.get('/_sparring/requests/summaries')).text());
    assert.equal(requests[0].target, '/get?last');
  });
