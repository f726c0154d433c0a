import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { noon } from '#test/support/accounts/api.ts';
import type { AuditedCall } from '../../store/index.ts';
import { AuditBuffer, type CallTraits } from './audit-buffer.ts';

const describeCall = (path: string) => (): CallTraits => ({
  login: 'mona',
  clientId: null,
  userAgent: 'test',
  address: '127.0.0.1',
  method: 'GET',
  path,
  status: 200,
  isDeprecated: true,
});

/** A buffer whose database can fail, and the batches that were written. */
function openBuffer() {
  const runtime = createRuntime({ now: noon });
  const written: (readonly AuditedCall[])[] = [];
  const warnings: string[] = [];
  const database = { isBroken: false, taken: Promise.withResolvers<void>() };
  const buffer = new AuditBuffer({
    runtime,
    log: { info() {}, error() {}, warn: (message) => void warnings.push(message) },
    async write(calls) {
      if (database.isBroken) throw new Error('out of order');
      written.push(calls);
      database.taken.resolve();
    },
  });
  const add = (path: string) => buffer.add(path, describeCall(path));
  return { runtime, written, warnings, database, buffer, add };
}

const toCounts = (calls: readonly AuditedCall[] = []) => calls.map(({ path, count }) => [path, count]);

test('equal calls are merged, with the time of the first and the last one', async () => {
  const { runtime, written, buffer, add } = openBuffer();
  add('/a');
  runtime.clock.advance(1000);
  add('/b');
  add('/a');
  await buffer.flush();
  assert.deepEqual(written, [
    [
      { ...describeCall('/a')(), firstAt: noon, lastAt: noon + 1000, count: 2 },
      { ...describeCall('/b')(), firstAt: noon + 1000, lastAt: noon + 1000, count: 1 },
    ],
  ]);
  await buffer.flush();
  assert.equal(written.length, 1, 'nothing is written twice');
  add('/a');
  await buffer.flush();
  assert.deepEqual(toCounts(written[1]), [['/a', 1]]);
});

test('calls are written after a short delay', { timeout: 20_000 }, async () => {
  const { written, database, add } = openBuffer();
  add('/a');
  // The timer itself does not keep the process alive.
  const wait = setInterval(() => {}, 1000);
  await database.taken.promise;
  clearInterval(wait);
  assert.deepEqual(written.map(toCounts), [[['/a', 1]]]);
});

test('calls are written at once when there are many', async () => {
  const { runtime, written, add } = openBuffer();
  for (let call = 0; call < 500; call++) add(`/${call}`);
  await runtime.nextIteration();
  assert.deepEqual(
    written.map((calls) => calls.length),
    [500],
  );
});

test('calls of a failed write are kept, and the failure is logged once', async () => {
  const { runtime, written, warnings, database, buffer, add } = openBuffer();
  database.isBroken = true;
  add('/a');
  await buffer.flush();
  runtime.clock.advance(1000);
  add('/a');
  add('/b');
  await buffer.flush();
  assert.equal(written.length, 0);
  assert.equal(warnings.length, 1);
  database.isBroken = false;
  runtime.clock.advance(1000);
  add('/a');
  await buffer.flush();
  const calls = written[0] ?? [];
  assert.deepEqual(Object.fromEntries(toCounts(calls)), { '/a': 3, '/b': 1 });
  const both = calls.find(({ path }) => path === '/a');
  assert.deepEqual([both?.firstAt, both?.lastAt], [noon, noon + 2000]);
});

test('the number of kept calls is limited', async () => {
  const { written, database, buffer, add } = openBuffer();
  database.isBroken = true;
  for (let call = 0; call < 6000; call++) add(`/${call}`);
  await buffer.flush();
  for (let call = 6000; call < 7000; call++) add(`/${call}`);
  database.isBroken = false;
  await buffer.flush();
  assert.deepEqual(
    written.map((calls) => calls.length),
    [5000],
  );
  assert.equal(buffer.dropped, 2000, 'the other calls are counted');
});

test('discarded calls are never written', async () => {
  const { written, buffer, add } = openBuffer();
  add('/a');
  await buffer.discard();
  await buffer.flush();
  assert.equal(written.length, 0);
});

test('close writes once more and then stops', async () => {
  const { written, database, buffer, add } = openBuffer();
  add('/a');
  await buffer.close();
  assert.deepEqual(written.map(toCounts), [[['/a', 1]]]);
  database.isBroken = true;
  add('/b');
  await buffer.close();
});
