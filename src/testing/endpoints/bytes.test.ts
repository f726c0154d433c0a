import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { serve } from '#test/support/servers/serve.ts';
import { createMersenneTwister } from '../python/mersenne-twister.ts';

test('returns the bytes of httpbin for a seed', async (t) => {
  const server = await serve(t);
  const hex = async (path: string) => (await server.get(path)).body.toString('hex');
  assert.equal(await hex('/bytes/10?seed=0'), 'c5d71484f8cf9bf4b76f');
  assert.equal(await hex('/bytes/10?seed=42'), '390c8c7d7247342cd810');
  assert.equal(await hex('/bytes/10?SEED=-1'), '4420823cfde6f1c26b30');
  assert.equal(await hex('/bytes/10?seed=12345678901234567890123'), '5043c865b92073d488a8');
});

test('returns different bytes without a seed, unless the server has a seed', async (t) => {
  const draw = async (seed?: number) => {
    const runtime = createRuntime(seed === undefined ? {} : { seed });
    return (await (await serve(t, { runtime })).get('/bytes/32')).body.toString('hex');
  };
  assert.notEqual(await draw(), await draw());
  assert.equal(await draw(7), await draw(7));
});

test('limits the size to --max-generated-size, 100 KiB by default', async (t) => {
  const lengthOf = async (path: string, maxGeneratedSize?: number) => {
    const server = await serve(t, maxGeneratedSize === undefined ? {} : { maxGeneratedSize });
    const response = await server.get(path);
    assert.equal(response.field('Content-Length'), String(response.body.length));
    return response.body.length;
  };
  assert.equal(await lengthOf('/bytes/0'), 0);
  assert.equal(await lengthOf('/bytes/102401'), 102_400);
  assert.equal(await lengthOf('/bytes/99999999999999999999999'), 102_400);
  assert.equal(await lengthOf('/bytes/300000', 250_000), 250_000);
  assert.equal(await lengthOf('/bytes/11', 10), 10);
});

test('applies a seed across chunks', async (t) => {
  const server = await serve(t, { maxGeneratedSize: 3_000_000 });
  const expected = Buffer.alloc(3_000_000);
  createMersenneTwister(5n).fill(expected);
  assert.ok((await server.get('/bytes/3000000?seed=5')).body.equals(expected));
});

test('returns more bytes than the pool with the announced length', async (t) => {
  const server = await serve(t, { maxGeneratedSize: 2_000_000 });
  const { body } = await server.get('/bytes/2000000');
  assert.equal(body.length, 2_000_000);
  const samples = [0, 1_000_000, 1_900_000].map((start) => body.toString('hex', start, start + 16));
  assert.equal(new Set(samples).size, 3);
});

test('HEAD has the length only', async (t) => {
  const server = await serve(t);
  const response = await server.send({ method: 'HEAD', path: '/bytes/1000' });
  assert.equal(response.field('Content-Length'), '1000');
  assert.equal(response.body.length, 0);
});

test('rejects an invalid seed with 400, and an invalid count with 404', async (t) => {
  const server = await serve(t);
  for (const seed of ['', 'a', '1.5', '1e3']) {
    assert.equal((await server.get(`/bytes/1?seed=${seed}`)).status, 400, seed);
  }
  assert.equal((await server.get('/bytes/-1')).status, 404);
  assert.equal((await server.get('/bytes/ten')).status, 404);
});
