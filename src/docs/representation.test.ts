import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { serve } from '../../test/support/serve.ts';

const PATHS = ['/', '/docs', '/docs/endpoints/get-get', '/legacy', '/docs/page.js', '/llms.txt'];

test('a page is compressed for clients that prefer gzip, and for no others', async (t) => {
  const server = await serve(t);
  for (const path of PATHS) {
    const plain = await server.get(path);
    assert.equal(plain.field('Content-Encoding'), undefined, path);
    assert.equal(plain.field('Vary'), 'Accept-Encoding', path);
    for (const accepted of ['gzip', 'gzip, deflate, br', 'br;q=1, gzip;q=0.5', 'identity;q=0.1, gzip', '*']) {
      const answer = await server.get(path, [['Accept-Encoding', accepted]]);
      assert.equal(answer.field('Content-Encoding'), 'gzip', `${path} ${accepted}`);
      assert.equal(answer.field('Vary'), 'Accept-Encoding', path);
      assert.deepEqual(gunzipSync(answer.body), plain.body, path);
    }
    for (const accepted of [
      '',
      'identity',
      'br',
      'gzip;q=0',
      'gzip;q=0.0, identity',
      '*;q=0',
      'gzip;q=0, *',
      'identity, gzip;q=0.5',
    ]) {
      const answer = await server.get(path, [['Accept-Encoding', accepted]]);
      assert.equal(answer.field('Content-Encoding'), undefined, `${path} ${accepted}`);
      assert.deepEqual(answer.body, plain.body, path);
    }
  }
});

test('a client that has the page gets 304', async (t) => {
  const server = await serve(t);
  for (const path of PATHS) {
    const tags = [];
    for (const coding of ['identity', 'gzip']) {
      const accept = ['Accept-Encoding', coding] as const;
      const first = await server.get(path, [accept]);
      const tag = first.field('ETag') ?? '';
      assert.match(tag, /^"[\w-]+"$/, path);
      assert.equal(first.field('Cache-Control'), 'no-cache', path);
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const answer = await server.get(path, [accept, ['If-None-Match', known]]);
        assert.equal(answer.status, 304, `${path} ${known}`);
        assert.equal(answer.body.length, 0);
        assert.equal(answer.field('ETag'), tag);
        assert.equal(answer.field('Vary'), 'Accept-Encoding');
      }
      assert.equal((await server.get(path, [accept, ['If-None-Match', '"other"']])).status, 200, path);
      tags.push(tag);
    }
    // Each coding is a representation of its own.
    assert.notEqual(tags[0], tags[1], path);
  }
});

test('the entity tag depends on the host in the examples', async (t) => {
  const server = await serve(t);
  const tagOf = async (host: string) => (await server.get('/', [['Host', host]])).field('ETag');
  assert.notEqual(await tagOf('a.example'), await tagOf('b.example'));
  assert.equal(await tagOf('a.example'), await tagOf('a.example'));
});
