import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { recordSleeps } from '#test/support/recorded-sleeps.ts';
import { serve } from '#test/support/servers/serve.ts';
import { rawResponse } from '#test/support/wire/raw-response.ts';

test('returns ten lines by default, each compact JSON in a chunk', async (t) => {
  const server = await serve(t, { runtime: createRuntime({ now: 0 }) });
  const { chunks = [] } = await rawResponse(server.port, '/jsonl?b=1&a=2');
  assert.equal(chunks.length, 10);
  assert.equal(
    chunks[9]?.toString(),
    '{"url":"http://h/jsonl?b=1&a=2","args":{"b":"1","a":"2"},"headers":{"Host":"h","Connection":"close"},"origin":"127.0.0.1","id":9}\n',
  );
});

test('sends the first line after the delay, and the last at the end of the duration', async (t) => {
  const runtime = createRuntime({ now: 0 });
  const server = await serve(t, { runtime });
  await server.get('/jsonl?count=3&delay=1&duration=4s');
  assert.equal(runtime.now(), 5000);
});

test('applies jitter to the lines, but not to the total duration', async (t) => {
  const slept = async (jitter: number) => {
    const { runtime, sleeps } = recordSleeps({ seed: 1 });
    const server = await serve(t, { runtime });
    await server.get(`/jsonl?count=50&duration=4.9&jitter=${jitter}`);
    return sleeps;
  };
  assert.deepEqual(new Set((await slept(0)).map(Math.round)), new Set([100]));
  const moved = await slept(0.5);
  assert.ok(moved.reduce((sum, each) => sum + each, 0) <= 4900.001);
  assert.ok(moved.every((each) => each > 0 && each <= 150.001));
  assert.ok(new Set(moved.map(Math.round)).size > 20);
});

test('limits the count to the allowed range', async (t) => {
  const countOf = async (query: string, maxGeneratedSize: number) => {
    const server = await serve(t, { maxGeneratedSize });
    return (await server.get(`/jsonl?${query}`)).text().split('\n').length - 1;
  };
  assert.equal(await countOf('count=-5', 10_000), 1);
  assert.equal(await countOf('count=5', 10), 1);
  const most = await countOf('count=99999999999999999999', 10_000);
  assert.ok(most > 10 && most < 100, String(most));
});

test('rejects parameters out of range', async (t) => {
  const server = await serve(t);
  for (const query of ['count=x', 'jitter=1.1', 'jitter=-1', 'delay=11', 'duration=6&delay=5', 'delay=-1']) {
    assert.equal((await server.get(`/jsonl?${query}`)).status, 400, query);
  }
});
