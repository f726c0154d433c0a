import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { serve } from '#test/support/servers/serve.ts';

test('fails with the given probability', async (t) => {
  const server = await serve(t, { runtime: createRuntime({ seed: 1 }) });
  const failures = async (query: string) => {
    let count = 0;
    for (let requested = 0; requested < 100; requested++) {
      const { status } = await server.get(`/unstable${query}`);
      assert.ok(status === 200 || status === 500);
      if (status === 500) count++;
    }
    return count;
  };
  assert.equal(await failures('?failure_rate=0'), 0);
  assert.equal(await failures('?failure_rate=1'), 100);
  const half = await failures('');
  assert.ok(half > 30 && half < 70, String(half));
});

test('returns the same status for a seed', async (t) => {
  const server = await serve(t);
  const statusOf = async (query: string) => (await server.get(`/unstable?${query}`)).status;
  // CPython's random.random() is 0.844 for the seed 0, and 0.134 for 1.
  for (let requested = 0; requested < 3; requested++) {
    assert.equal(await statusOf('seed=0'), 200);
    assert.equal(await statusOf('seed=1'), 500);
    assert.equal(await statusOf('seed=0&failure_rate=0.85'), 500);
  }
});

test('returns text/plain without content', async (t) => {
  const server = await serve(t);
  const response = await server.get('/unstable?failure_rate=1');
  assert.equal(response.field('Content-Type'), 'text/plain; charset=utf-8');
  assert.equal(response.body.length, 0);
});

test('rejects parameters out of range', async (t) => {
  const server = await serve(t);
  for (const query of [
    'failure_rate=1.1',
    'failure_rate=-0.1',
    'failure_rate=x',
    'failure_rate=',
    'seed=1.5',
  ]) {
    assert.equal((await server.get(`/unstable?${query}`)).status, 400, query);
  }
});
