import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import {
  assertCompressed,
  assertIfMatch,
  PATH_OF_EACH_KIND,
  PATHS,
  varies,
} from '#test/support/servers/representations.ts';
import { serve } from '#test/support/servers/serve.ts';

/** Content that changes, and is not cached. */
const UNCACHED = ['/_sparring/metrics', '/_sparring/panel', '/_sparring/panel/audit', '/_sparring/inspector'];

test('content has the coding that the client prefers', async (t) => {
  const server = await serve(t);
  for (const path of PATH_OF_EACH_KIND) await assertCompressed(server, path);
});

test('a client that has the page gets 304', async (t) => {
  const server = await serve(t);
  for (const path of PATHS) {
    const tags = [];
    for (const coding of ['identity', 'gzip', 'br']) {
      const accept = ['Accept-Encoding', coding] as const;
      const first = await server.get(path, [accept]);
      const tag = first.field('ETag') ?? '';
      assert.match(tag, /^"[\w-]{22}(?:-gzip|-br)?"$/, path);
      assert.equal(first.field('Cache-Control'), 'no-cache', path);
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const response = await server.get(path, [accept, ['If-None-Match', known]]);
        assert.equal(response.status, 304, `${path} ${known}`);
        assert.equal(response.body.length, 0);
        assert.equal(response.field('ETag'), tag);
        assert.ok(varies(response), path);
      }
      assert.equal((await server.get(path, [accept, ['If-None-Match', '"other"']])).status, 200, path);
      tags.push(tag);
    }
    // Each coding is a representation of its own.
    const [plain = ''] = tags;
    assert.deepEqual(tags.slice(1), [plain.replace(/"$/, '-gzip"'), plain.replace(/"$/, '-br"')], path);
  }
});

test('the entity tag depends on the host in the examples', async (t) => {
  const server = await serve(t);
  const tagOf = async (host: string) => (await server.get('/', [['Host', host]])).field('ETag');
  assert.notEqual(await tagOf('a.example'), await tagOf('b.example'));
  assert.equal(await tagOf('a.example'), await tagOf('a.example'));
});

test('content that changes is compressed too, without a validator', async (t) => {
  const server = await serve(t);
  for (const path of UNCACHED) {
    const plain = await server.get(path);
    assert.deepEqual([plain.status, plain.field('Content-Encoding')], [200, undefined], path);
    for (const [coding, decode] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const response = await server.get(path, [['Accept-Encoding', coding]]);
      assert.deepEqual(
        [response.status, response.field('Content-Encoding'), response.field('Cache-Control')],
        [200, coding, 'no-store'],
        path,
      );
      assert.ok(varies(plain) && varies(response), path);
      assert.equal(response.field('ETag'), undefined);
      assert.ok(decode(response.body).length > response.body.length, path);
    }
  }
});

test('If-Match is compared strongly with the selected coding, before If-None-Match', async (t) => {
  const server = await serve(t, { h2c: true });
  for (const path of PATH_OF_EACH_KIND) await assertIfMatch(server, path);
});
