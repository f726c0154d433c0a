import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../../test/support/serve.ts';
import { createRuntime } from '../../runtime.ts';
import { createMersenneTwister } from '../mersenne-twister.ts';

test('a seed gives the bytes that the original gives', async (t) => {
  const server = await serve(t);
  const hex = async (path: string) => (await server.get(path)).body.toString('hex');
  assert.equal(await hex('/bytes/10?seed=0'), 'c5d71484f8cf9bf4b76f');
  assert.equal(await hex('/bytes/10?seed=42'), '390c8c7d7247342cd810');
  assert.equal(await hex('/bytes/10?SEED=-1'), '4420823cfde6f1c26b30');
  assert.equal(await hex('/bytes/10?seed=12345678901234567890123'), '5043c865b92073d488a8');
});

test('without a seed no two answers are alike, unless the whole server repeats its dice', async (t) => {
  const draw = async (seed?: number) => {
    const runtime = createRuntime(seed === undefined ? {} : { seed });
    return (await (await serve(t, { runtime })).get('/bytes/32')).body.toString('hex');
  };
  assert.notEqual(await draw(), await draw());
  assert.equal(await draw(7), await draw(7));
});

test('nobody gets more than the server makes up, which is 100 KiB unless it is set', async (t) => {
  const lengthOf = async (path: string, maxGeneratedSize?: number) => {
    const server = await serve(t, maxGeneratedSize === undefined ? {} : { maxGeneratedSize });
    const answer = await server.get(path);
    assert.equal(answer.field('Content-Length'), String(answer.body.length));
    return answer.body.length;
  };
  assert.equal(await lengthOf('/bytes/0'), 0);
  assert.equal(await lengthOf('/bytes/102401'), 102_400);
  assert.equal(await lengthOf('/bytes/99999999999999999999999'), 102_400);
  assert.equal(await lengthOf('/bytes/300000', 250_000), 250_000);
  assert.equal(await lengthOf('/bytes/11', 10), 10);
});

test('a seed holds good beyond what is written at a time', async (t) => {
  const server = await serve(t, { maxGeneratedSize: 3_000_000 });
  const expected = Buffer.alloc(3_000_000);
  createMersenneTwister(5n).fill(expected);
  assert.ok((await server.get('/bytes/3000000?seed=5')).body.equals(expected));
});

test('bytes beyond the pool are as long as they are said to be, and not all the same', async (t) => {
  const server = await serve(t, { maxGeneratedSize: 2_000_000 });
  const { body } = await server.get('/bytes/2000000');
  assert.equal(body.length, 2_000_000);
  const pieces = [0, 1_000_000, 1_900_000].map((start) => body.toString('hex', start, start + 16));
  assert.equal(new Set(pieces).size, 3);
});

test('HEAD tells the length alone', async (t) => {
  const server = await serve(t);
  const answer = await server.send({ method: 'HEAD', path: '/bytes/1000' });
  assert.equal(answer.field('Content-Length'), '1000');
  assert.equal(answer.body.length, 0);
});

test('a seed that is no whole number is a 400, and a count that is none is not there', async (t) => {
  const server = await serve(t);
  for (const seed of ['', 'a', '1.5', '1e3']) {
    assert.equal((await server.get(`/bytes/1?seed=${seed}`)).status, 400, seed);
  }
  assert.equal((await server.get('/bytes/-1')).status, 404);
  assert.equal((await server.get('/bytes/ten')).status, 404);
});
