import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compileCache } from '#test/support/commands/compile-cache.ts';
import { runProgram } from '#test/support/commands/program.ts';
import { createRuntime } from './runtime.ts';

test('sleep resolves and removes its listener from the signal', async () => {
  const controller = new AbortController();
  await createRuntime().sleep(1, controller.signal);
  assert.deepEqual(getEventListeners(controller.signal, 'abort'), []);
});

test('sleep rejects with the reason of the signal when the signal aborts', async () => {
  const runtime = createRuntime();
  const controller = new AbortController();
  const reason = new Error('aborted');
  const sleeping = runtime.sleep(600_000, controller.signal);
  controller.abort(reason);
  await assert.rejects(sleeping, reason);
  await assert.rejects(runtime.sleep(600_000, controller.signal), reason);
});

test('sleep advances a frozen clock and resolves immediately', async () => {
  const runtime = createRuntime({ now: 0 });
  await runtime.sleep(600_000);
  assert.equal(runtime.now(), 600_000);
});

test('a process that only waits for a time limit does not end before it', async (t) => {
  const script = fileURLToPath(new URL('../test/support/commands/lone-waits.ts', import.meta.url));
  const run = await runProgram(t, import.meta.dirname, [process.execPath, script], compileCache());
  assert.match(run.printed, /^8 waits$/m);
  assert.equal(run.code, 0);
});
