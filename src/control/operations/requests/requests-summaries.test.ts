import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

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

test('rows have the headers that the caller names, as columns, in the list and in the stream', async (t) => {
  const server = await serve(t);
  await server.get('/get', [
    ['X-A', 'one'],
    ['x-a', 'two'],
    ['Authorization', 'Bearer abcdefghijklmnop'],
    ['X-Long', 'x'.repeat(100)],
  ]);
  const read = (query: string) => server.get(`/_sparring/requests/summaries?${query}`);
  const [row] = JSON.parse((await read('columns=X-A,authorization,%20X-Long,none')).text()).requests;
  const [first, masked, long, none] = row.columns;
  assert.equal(first, 'one, two');
  assert.match(masked, /^Bearer \*{4}/);
  assert.equal(long, 'x'.repeat(60));
  assert.equal(none, null);
  assert.equal(JSON.parse((await read('')).text()).requests[0].columns, undefined);
  for (const columns of ['a,b,c,d,e,f', 'a b', ',', 'x'.repeat(600)])
    assert.equal((await read(`columns=${encodeURIComponent(columns)}`)).status, 400, columns);
  const live = (query: string) => server.send({ method: 'HEAD', path: `/_sparring/requests/live?${query}` });
  assert.equal((await live('view=summary&columns=a%20b')).status, 400);
  assert.equal((await live('view=summary&columns=X-A')).status, 200);
});
