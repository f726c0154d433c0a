import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../test/support/serve.ts';

const BROWSER = [['Sec-Fetch-Site', 'none']] as const;

test('summaries are rows of at most 400 bytes, in pages, with counts', async (t) => {
  const server = await serve(t);
  for (let n = 1; n <= 5; n++) await server.get(`/anything/users/${n}?page=${n}`);
  await server.send({
    method: 'POST',
    path: '/post?token=secret-value-123456',
    fields: [['Content-Type', 'application/json']],
    body: '{"a":1}',
  });
  const read = async (query: string) =>
    JSON.parse((await server.get(`/_sparring/requests/summaries?${query}`)).text());
  const first = await read('limit=2&filter=path:/anything*');
  assert.deepEqual(
    first.requests.map(({ id }: { id: number }) => id),
    [5, 4],
  );
  const { matched, total, own, oldest, dropped } = first;
  assert.deepEqual(
    { matched, total, own, oldest, dropped },
    { matched: 5, total: 6, own: 0, oldest: 1, dropped: 0 },
  );
  assert.match(first.run, /^[\da-f]{6}$/);
  const next = await read('limit=9&before_id=4&filter=path:/anything*');
  assert.deepEqual(
    next.requests.map(({ id }: { id: number }) => id),
    [3, 2, 1],
  );
  const [post] = (await read('limit=1')).requests;
  assert.ok(JSON.stringify(post).length <= 400, JSON.stringify(post));
  assert.equal(post.method, 'POST');
  assert.deepEqual(post.sent, { kind: 'json', size: 7 });
  assert.equal(post.answered.kind, 'json');
  assert.doesNotMatch(JSON.stringify(post), /secret-value/);
});

test('requests of own pages are apart: they remove no request of a client, and are listed on request only', async (t) => {
  const server = await serve(t, { journal: 10 });
  await server.get('/get');
  for (let count = 0; count < 12; count++) await server.get('/docs', BROWSER);
  await server.get('/docs');
  const read = async (query: string) =>
    JSON.parse((await server.get(`/_sparring/requests/summaries?${query}`)).text());
  const plain = await read('');
  assert.deepEqual(
    plain.requests.map(({ target }: { target: string }) => target),
    ['/docs', '/get'],
  );
  assert.deepEqual([plain.matched, plain.own, plain.dropped], [2, 12, 0]);
  assert.equal((await read('own=show')).matched, 14);
  assert.equal((await read('filter=is:own')).matched, 12);
  assert.equal((await read('filter=-is:own')).matched, 2);
  const { requests } = JSON.parse((await server.get('/_sparring/requests')).text());
  assert.equal(requests.length, 2);
  const found = await server.send({
    method: 'POST',
    path: '/_sparring/requests/verify',
    body: JSON.stringify({ match: { path: '/docs' }, exactly: 1 }),
  });
  assert.ok(found.status < 500);
});
