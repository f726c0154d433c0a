import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { entriesWhen } from '#test/support/journal.ts';
import { serve } from '#test/support/servers/serve.ts';

describe('GET /_sparring/requests/{id}/request.body', () => {
  it('returns bytes that no browser runs', async (t) => {
    const server = await serve(t);
    const body = Buffer.from('<script>\xff\0', 'latin1');
    await server.send({ method: 'POST', path: '/anything', body });
    await entriesWhen(server, ([entry]) => entry?.kind === 'exchange' && entry.ended !== null);
    const response = await server.get('/_sparring/requests/1/request.body');
    assert.deepEqual(response.body, body);
    assert.equal(response.field('Content-Type'), 'application/octet-stream');
    assert.equal(response.field('X-Content-Type-Options'), 'nosniff');
    assert.match(response.field('Content-Security-Policy') ?? '', /^sandbox;/);
    assert.equal((await server.get('/_sparring/requests/9/request.body')).status, 404);
  });
});

describe('a decoded body', () => {
  const bytes = Buffer.from('{"name":"Mona","password":"hunter2hunter2"}');
  const read = async (t: TestContext, coding: string, body: Buffer, query = 'decoded=true') => {
    const server = await serve(t);
    await server.send({
      method: 'POST',
      path: '/status/204',
      fields: [
        ['Content-Encoding', coding],
        ['Content-Type', 'application/json'],
      ],
      body,
    });
    const response = await server.get(`/_sparring/requests/1/request.body?${query}`);
    return [response.field('X-Decoded'), response.text()];
  };
  const masked = /^\{"name":"Mona","password":"\*{4}\w*~[\da-f]{8}"\}$/;

  for (const [coding, encode] of [
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['gzip, br', (content: Buffer) => brotliCompressSync(gzipSync(content))],
  ] as const)
    it(`of ${coding} has no coding, and masked credentials`, async (t) => {
      const [decoded, text = ''] = await read(t, coding, encode(bytes));
      assert.equal(decoded, `${coding}; complete`);
      assert.match(text, masked);
      assert.deepEqual(await read(t, coding, encode(bytes), 'decoded=true&secrets=show'), [
        decoded,
        String(bytes),
      ]);
    });

  it('ends where it is corrupt or cut, and where it is too long', async (t) => {
    const content = gzipSync(randomBytes(5000).toString('base64'));
    const corrupt = Buffer.from(content);
    corrupt.fill(0xff, 2000, 2050);
    assert.match((await read(t, 'gzip', corrupt))[0] ?? '', /^gzip; error=gzip@\d+$/);
    assert.match((await read(t, 'unknown', bytes))[0] ?? '', /^unknown; error=unknown@0$/);
    assert.match((await read(t, 'br', brotliCompressSync(bytes).subarray(0, 12)))[0] ?? '', /^br; /);
    const before = process.memoryUsage.rss();
    const large = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const twice = gzipSync(large);
    const [decoded, text = ''] = await read(t, 'gzip, gzip', twice);
    assert.equal(decoded, 'gzip, gzip; cut');
    assert.equal(text.length, 4 * 1024 * 1024);
    assert.ok(process.memoryUsage.rss() - before < 400 * 1024 * 1024);
  });
});

describe('GET /_sparring/requests/{id}/response.body', () => {
  it('returns the content of the response, and 404 without a response', async (t) => {
    const server = await serve(t);
    const response = await server.get('/get');
    await entriesWhen(server, ([entry]) => entry?.kind === 'exchange' && entry.ended !== null);
    assert.deepEqual((await server.get('/_sparring/requests/1/response.body')).body, response.body);
    const pending = server.get('/delay/1');
    await entriesWhen(server, ({ length }) => length === 2);
    assert.equal((await server.get('/_sparring/requests/2/response.body')).status, 404);
    await pending;
  });
});
