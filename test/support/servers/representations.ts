import assert from 'node:assert/strict';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { requestHttp2 } from '../wire/http2.ts';
import type { WireResponse } from '../wire/wire.ts';
import type { TestServer } from './serve.ts';

/** Content with a validator. */
export const PATHS = [
  '/',
  '/docs',
  '/docs/endpoints/get-get',
  '/legacy',
  '/docs/page.js',
  '/llms.txt',
  '/openapi.json',
  '/spec.json',
  '/docs/api/openapi.json',
  '/docs/control/openapi.json',
  '/compose/builder',
  '/compose/builder.js',
];

/** One path for each kind of content: a page, a script, a text and a JSON document. */
export const PATH_OF_EACH_KIND = ['/docs', '/docs/page.js', '/llms.txt', '/openapi.json'];

export const varies = ({ fields }: WireResponse) =>
  fields.some(([name, value]) => name === 'Vary' && value === 'Accept-Encoding');

/** Values of `Accept-Encoding`, by the coding that they select. */
const SELECTED = {
  br: [
    'br',
    'gzip, deflate, br',
    'gzip, deflate, br, zstd',
    'br;q=1, gzip;q=0.5',
    'identity;q=0.1, br',
    '*',
    'gzip;q=0, *',
  ],
  gzip: ['gzip', 'x-gzip', 'br;q=0.5, gzip', 'gzip, br;q=0', 'identity;q=0.1, gzip'],
  identity: [
    '',
    'identity',
    'zstd',
    'gzip;q=0',
    'gzip;q=0.0, identity',
    'br;q=0.0, identity',
    '*;q=0',
    'identity, gzip;q=0.5',
  ],
};

/** Asserts that the content has the coding that the client prefers. */
export async function assertCompressed(server: TestServer, path: string): Promise<void> {
  const plain = await server.get(path);
  assert.equal(plain.field('Content-Encoding'), undefined, path);
  assert.ok(varies(plain), path);
  for (const [coding, values] of Object.entries(SELECTED)) {
    for (const accepted of values) {
      const response = await server.get(path, [['Accept-Encoding', accepted]]);
      const given = response.field('Content-Encoding');
      assert.equal(given ?? 'identity', coding, `${path} ${accepted}`);
      assert.ok(varies(response), path);
      assert.deepEqual(decode(response.body, given), plain.body, path);
    }
  }
}

function decode(content: Buffer, coding: string | undefined): Buffer {
  if (coding === undefined) return content;
  return coding === 'br' ? brotliDecompressSync(content) : gunzipSync(content);
}

/** Asserts on If-Match with the tags of all codings. The server accepts HTTP/2 without TLS. */
export async function assertIfMatch(server: TestServer, path: string): Promise<void> {
  const tags: string[] = [];
  for (const coding of ['identity', 'gzip', 'br']) {
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
