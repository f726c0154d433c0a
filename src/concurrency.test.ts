import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CombinedRuns, KeyedLock, QueueFullError, Semaphore } from './concurrency.ts';

test('the number of actions that run at the same time is limited, and the others run in order', async () => {
  const semaphore = new Semaphore(2, 10);
  const started: number[] = [];
  const latches = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const runs = latches.map(async (latch, index) => {
    const release = await semaphore.acquire();
    started.push(index);
    await latch.promise;
    release();
  });
  await settled();
  assert.deepEqual(started, [0, 1]);
  latches[1]?.resolve();
  await settled();
  assert.deepEqual(started, [0, 1, 2]);
  for (const latch of latches) latch.resolve();
  await Promise.all(runs);
  assert.deepEqual(started, [0, 1, 2, 3]);
});

test('a semaphore that is not waited for has at most its number of holders', () => {
  const semaphore = new Semaphore(2);
  const held = [1, 2, 3].map(() => semaphore.tryAcquire());
  assert.deepEqual(held.map(Boolean), [true, true, false]);
  for (let count = 0; count < 2; count++) held[0]?.();
  assert.deepEqual(
    [1, 2].map(() => semaphore.tryAcquire() !== undefined),
    [true, false],
  );
});

test('an action beyond the limit of waiting actions is rejected, and a later one runs', async () => {
  const lock = new KeyedLock(1);
  const latch = Promise.withResolvers<void>();
  const runs = [lock.run('a', () => latch.promise), lock.run('a', async () => {})];
  await assert.rejects(
    lock.run('a', async () => {}),
    QueueFullError,
  );
  latch.resolve();
  await Promise.all(runs);
  assert.equal(await lock.run('a', async () => 'done'), 'done');
});

test('an action that fails lets the next one run', async () => {
  const lock = new KeyedLock(1);
  await assert.rejects(
    lock.run('a', () => Promise.reject(new Error('no'))),
    /no/,
  );
  assert.equal(await lock.run('a', async () => 'done'), 'done');
});

test('a lock of a key has one holder at a time, and releasing it twice does not release it for another', async () => {
  const lock = new KeyedLock(1);
  const release = await lock.acquire('a');
  const other = await lock.acquire('b');
  const second = lock.acquire('a');
  await assert.rejects(lock.acquire('a'), QueueFullError);
  release();
  release();
  const releaseSecond = await second;
  let isHeld = false;
  const third = lock.run('a', async () => {
    isHeld = true;
  });
  await settled();
  assert.equal(isHeld, false);
  releaseSecond();
  await third;
  assert.deepEqual([lock.isBusy('a'), lock.isBusy('b')], [false, true]);
  other();
  assert.equal(lock.isBusy('b'), false);
});

/** Resolves after all actions that can continue have continued. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test('runs are combined for callers that wait, and begin after each call', async () => {
  const latches = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
  let started = 0;
  const runs = new CombinedRuns(() => latches[started++]?.promise ?? Promise.resolve());
  const log: string[] = [];
  const call = (name: string) =>
    runs.run().then(
      () => log.push(name),
      () => log.push(`${name} failed`),
    );
  const calls = [call('a'), call('b'), call('c')];
  await settled();
  assert.equal(started, 1);
  latches[0]?.reject(new Error('expected'));
  await settled();
  assert.deepEqual([started, log], [2, ['a failed']]);
  calls.push(call('d'));
  latches[1]?.resolve();
  await settled();
  assert.deepEqual([started, log], [3, ['a failed', 'b', 'c']]);
  latches[2]?.resolve();
  await Promise.all(calls);
  assert.deepEqual(log, ['a failed', 'b', 'c', 'd']);
});
