import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { serve } from '../../../test/support/servers/serve.ts';
import { requestHttp2 } from '../../../test/support/wire/http2.ts';
import type { WireResponse } from '../../../test/support/wire/wire.ts';

/** Content with a validator. */
const PATHS = [
  ...['/', '/docs', '/docs/endpoints/get-get', '/legacy', '/docs/page.js', '/llms.txt', '/openapi.json'],
  ...['/spec.json', '/docs/api/openapi.json', '/docs/control/openapi.json', '/compose/builder'],
];

/** Content that changes, and is not cached. */
const UNCACHED = ['/_sparring/metrics', '/_sparring/panel', '/_sparring/panel/audit', '/_sparring/inspector'];

const varies = ({ fields }: WireResponse) =>
  fields.some(([name, value]) => name === 'Vary' && value === 'Accept-Encoding');

test('a page is compressed for clients that prefer gzip, and for no others', async (t) => {
  const server = await serve(t);
  for (const path of PATHS) {
    const plain = await server.get(path);
    assert.equal(plain.field('Content-Encoding'), undefined, path);
    assert.ok(varies(plain), path);
    for (const accepted of ['gzip', 'gzip, deflate, br', 'br;q=1, gzip;q=0.5', 'identity;q=0.1, gzip', '*']) {
      const response = await server.get(path, [['Accept-Encoding', accepted]]);
      assert.equal(response.field('Content-Encoding'), 'gzip', `${path} ${accepted}`);
      assert.ok(varies(response), path);
      assert.deepEqual(gunzipSync(response.body), plain.body, path);
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
      const response = await server.get(path, [['Accept-Encoding', accepted]]);
      assert.equal(response.field('Content-Encoding'), undefined, `${path} ${accepted}`);
      assert.deepEqual(response.body, plain.body, path);
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
      assert.match(tag, /^"[\w-]{22}(?:-gzip)?"$/, path);
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
    assert.deepEqual(tags[1], tags[0]?.replace(/"$/, '-gzip"'), path);
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
    const response = await server.get(path, [['Accept-Encoding', 'gzip']]);
    assert.deepEqual([plain.status, response.status], [200, 200], path);
    assert.deepEqual(
      [plain.field('Content-Encoding'), response.field('Content-Encoding'), response.field('Cache-Control')],
      [undefined, 'gzip', 'no-store'],
      path,
    );
    assert.ok(varies(plain) && varies(response), path);
    assert.equal(response.field('ETag'), undefined);
    assert.ok(gunzipSync(response.body).length > response.body.length, path);
  }
});

test('If-Match is compared strongly with the selected coding, before If-None-Match', async (t) => {
  const server = await serve(t, { h2c: true });
  for (const path of PATHS) {
    const tags: string[] = [];
    for (const coding of ['identity', 'gzip']) {
      const accept = ['Accept-Encoding', coding] as const;
      const tag = (await server.get(path, [accept])).field('ETag') ?? '';
      tags.push(tag);
      const statuses = new Map<string, number>([
        ['"other"', 412],
        [`W/${tag}`, 412],
        [tag.slice(1, -1), 412],
        ...tags.slice(0, -1).map((other) => [other, 412] as const),
        [tag, 200],
        [`"other" , ${tag}`, 200],
        ['*', 200],
      ]);
      for (const [known, status] of statuses) {
        const fields = [accept, ['If-Match', known]] as const;
        const response = await server.get(path, fields);
        assert.equal(response.status, status, `${path} ${known}`);
        assert.equal(response.field('ETag'), tag, 'the tag that would match');
        assert.equal((await requestHttp2(server.url, { path, fields })).status, status, `${path} ${known}`);
        assert.equal((await server.send({ method: 'HEAD', path, fields })).status, status);
        const both = await server.get(path, [...fields, ['If-None-Match', '*']]);
        assert.equal(both.status, status === 200 ? 304 : 412);
      }
    }
    // RFC 9110 §13.1.4: ignored for content without a modification date.
    const since = [['If-Unmodified-Since', 'Sun, 06 Nov 1994 08:49:37 GMT']] as const;
    const response = await server.get(path, since);
    assert.deepEqual([response.status, response.field('Last-Modified')], [200, undefined], path);
  }
});
