import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { serve } from '../servers/serve.ts';
import type { WireResponse } from './wire.ts';

/** The decoders of content codings, by coding. */
export const decoders = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
} as const;

/** The JSON of a response, decoded by its `Content-Encoding`. */
export function decodeJson({ body, field }: WireResponse): unknown {
  const decode = new Map<string, (bytes: Buffer) => Buffer>(Object.entries(decoders)).get(
    field('Content-Encoding') ?? '',
  );
  return JSON.parse((decode ? decode(body) : body).toString());
}

/** The tests of an endpoint that returns the request in one fixed content coding. */
export function testFixedCoding(path: string, coding: string, member: string): void {
  test(`${path} applies its coding for any Accept-Encoding, and reports it in the content`, async (t) => {
    const server = await serve(t);
    const response = await server.get(path, [
      ['Host', 'h'],
      ['Accept-Encoding', 'identity'],
    ]);
    assert.equal(response.field('Content-Encoding'), coding);
    assert.equal(response.field('Content-Type'), 'application/json');
    assert.equal(response.field('Content-Length'), String(response.body.length));
    assert.deepEqual(decodeJson(response), {
      [member]: true,
      headers: { 'Accept-Encoding': 'identity', Connection: 'close', Host: 'h' },
      method: 'GET',
      origin: '127.0.0.1',
    });
  });

  test(`HEAD ${path} has the Content-Length of GET`, async (t) => {
    const server = await serve(t);
    const response = await server.send({ method: 'HEAD', path });
    assert.equal(response.field('Content-Encoding'), coding);
    assert.ok(Number(response.field('Content-Length')) > 50);
    assert.equal(response.body.length, 0);
  });

  test(`${path} encodes request headers of the maximum size`, async (t) => {
    const server = await serve(t);
    const large = Array.from({ length: 60_000 }, (_, index) =>
      String.fromCharCode(33 + ((index * index) % 89)),
    ).join('');
    const response = await server.get(path, [['X-Large', large]]);
    assert.equal(Object(decodeJson(response)).headers['X-Large'], large);
  });
}
