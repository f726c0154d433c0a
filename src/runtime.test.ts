import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { createRuntime } from './runtime.ts';

test('a sleep ends by itself and leaves nothing at its signal', async () => {
  const controller = new AbortController();
  await createRuntime().sleep(1, controller.signal);
  assert.deepEqual(getEventListeners(controller.signal, 'abort'), []);
});

test('a sleep that is broken off fails with the reason of the signal', async () => {
  const runtime = createRuntime();
  const controller = new AbortController();
  const reason = new Error('gone');
  const asleep = runtime.sleep(600_000, controller.signal);
  controller.abort(reason);
  await assert.rejects(asleep, reason);
  await assert.rejects(runtime.sleep(600_000, controller.signal), reason);
});

test('while the clock stands, a sleep moves it on and ends at once', async () => {
  const runtime = createRuntime({ now: 0 });
  await runtime.sleep(600_000);
  assert.equal(runtime.now(), 600_000);
});
