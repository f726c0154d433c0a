import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { serve } from '../../../test/support/serve.ts';
import type { WireAnswer } from '../../../test/support/wire.ts';

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

function decoded({ body, field }: WireAnswer): unknown {
  const decode = decoders[field('Content-Encoding') ?? ''];
  return JSON.parse((decode ? decode(body) : body).toString());
}

const codings = [
  ['/gzip', 'gzip', 'gzipped'],
  ['/deflate', 'deflate', 'deflated'],
  ['/brotli', 'br', 'brotli'],
  ['/zstd', 'zstd', 'zstd'],
] as const;

for (const [path, coding, member] of codings) {
  test(`${path} is in its coding whatever the client accepts, and says so inside too`, async (t) => {
    const server = await serve(t);
    const answer = await server.get(path, [
      ['Host', 'h'],
      ['Accept-Encoding', 'identity'],
    ]);
    assert.equal(answer.field('Content-Encoding'), coding);
    assert.equal(answer.field('Content-Type'), 'application/json');
    assert.equal(answer.field('Content-Length'), String(answer.body.length));
    assert.deepEqual(decoded(answer), {
      [member]: true,
      headers: { 'Accept-Encoding': 'identity', Connection: 'close', Host: 'h' },
      method: 'GET',
      origin: '127.0.0.1',
    });
  });

  test(`HEAD ${path} tells the length of what GET would send`, async (t) => {
    const server = await serve(t);
    const answer = await server.send({ method: 'HEAD', path });
    assert.equal(answer.field('Content-Encoding'), coding);
    assert.ok(Number(answer.field('Content-Length')) > 50);
    assert.equal(answer.body.length, 0);
  });
}

test('the largest head that is read is coded in no time that others would feel', async (t) => {
  const server = await serve(t);
  const large = Array.from({ length: 60_000 }, (_, index) =>
    String.fromCharCode(33 + ((index * index) % 89)),
  );
  for (const [path] of codings) {
    const answer = await server.get(path, [['X-Large', large.join('')]]);
    assert.equal(Object(decoded(answer)).headers['X-Large'], large.join(''));
  }
});

test('compressed is in the coding that is liked best, and tells which', async (t) => {
  const server = await serve(t);
  for (const [accept, coding] of [
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip;q=0.2, deflate;q=0.9, br;q=0.5', 'deflate'],
    ['br;q=1.0, *;q=0.1', 'br'],
    ['gzip;q=0, identity', undefined],
    ['', undefined],
  ] as const) {
    const answer = await server.get('/compressed', [['Accept-Encoding', accept]]);
    assert.equal(answer.field('Content-Encoding'), coding, accept);
    assert.equal(answer.field('Vary'), 'Accept-Encoding');
    assert.equal(Object(decoded(answer)).encoding, coding ?? 'identity');
  }
  assert.equal((await server.get('/compressed')).field('Content-Encoding'), undefined);
});

test('compressed is refused where nothing that can be had is acceptable', async (t) => {
  const server = await serve(t);
  for (const accept of ['identity;q=0', '*;q=0', 'compress, identity;q=0']) {
    const answer = await server.get('/compressed', [['Accept-Encoding', accept]]);
    assert.equal(answer.status, 406, accept);
    assert.ok(answer.fields.some(([name, value]) => name === 'Vary' && value === 'Accept-Encoding'));
  }
});
