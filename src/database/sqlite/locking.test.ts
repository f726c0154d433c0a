import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { openStore } from '#accounts/storage/open.ts';
import { createRuntime } from '#runtime.ts';
import { addUser } from '#test/contract/engine.ts';
import { serveApi } from '#test/support/accounts/api.ts';
import { holdsFor } from '#test/support/until.ts';
import { BusyError, LockDeadline } from './locking.ts';

async function createFile(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sparring-locking-'));
  t.after(() => t.after(() => rm(folder, { recursive: true })));
  return join(folder, 'sparring.db');
}

/** Takes the write lock of the file, as another process does, when the last transaction is committed. */
async function lock(t: TestContext, file: string): Promise<{ release(): void }> {
  const holder = new DatabaseSync(file);
  await nextIteration();
  await nextIteration();
  holder.exec('begin immediate');
  t.after(() => holder.close());
  return { release: () => holder.exec('commit') };
}

describe('the write lock of a file that another process holds', () => {
  it('delays writes, and neither reads of the API nor the testing service', async (t) => {
    const file = await createFile(t);
    const api = await serveApi(t, { database: `sqlite:${file}` });
    // A sign-in is a write; the next ones are cached.
    await api.call('GET', '/authorizations');
    const { release } = await lock(t, file);
    let isDone = false;
    const writes = Promise.all(
      ['one', 'two', 'three'].map(async (note) => {
        const response = await api.call('POST', '/authorizations', { body: { note } });
        isDone = true;
        return response.status;
      }),
    );
    for (let count = 0; count < 20; count++) {
      for (const read of [() => api.get('/get'), () => api.call('GET', '/authorizations')]) {
        const before = performance.now();
        assert.equal((await read()).status, 200);
        assert.ok(performance.now() - before < 1000);
      }
    }
    await holdsFor(100, () => !isDone);
    release();
    assert.deepEqual(await writes, [201, 201, 201]);
  });

  it('fails writes at the deadline, those that waited for others too, and commits none of them', async (t) => {
    const database = `sqlite:${await createFile(t)}`;
    const store = await openStore(database, { lockTimeout: 300 });
    t.after(() => store.close());
    const { release } = await lock(t, database.slice('sqlite:'.length));
    const before = performance.now();
    const writes = await Promise.allSettled(
      ['a', 'b', 'c', 'd', 'e'].map((login) => addUser(store, { login })),
    );
    assert.ok(performance.now() - before < 1500, 'the waits add up');
    for (const { status, reason } of writes.map((write) => ({ reason: undefined, ...write }))) {
      assert.equal(status, 'rejected');
      assert.equal(Object(reason).name, 'StoreUnavailableError');
    }
    await assert.rejects(store.recoveryCodes.replace(1, []), { name: 'StoreUnavailableError' });
    release();
    assert.equal(await store.users.isEmpty(), true);
    await addUser(store);
  });

  it('waits for the lock time-out when the clock of the machine is set', async () => {
    const real = createRuntime();
    let now = 0;
    for (const step of [3_600_000, -3_600_000]) {
      const runtime = { ...real, machineNow: () => (now += step) };
      const deadline = new LockDeadline({ runtime, lockTimeout: 100 });
      const before = performance.now();
      await assert.rejects(
        deadline.retryWhileBusy(() => Promise.reject(new BusyError())),
        BusyError,
      );
      const milliseconds = performance.now() - before;
      assert.ok(milliseconds >= 99 && milliseconds < 5000, `${milliseconds} ms`);
    }
  });

  it('delays the start of a server', async (t) => {
    const file = await createFile(t);
    await (await openStore(`sqlite:${file}`)).close();
    const { release } = await lock(t, file);
    let isOpen = false;
    const opening = openStore(`sqlite:${file}`).finally(() => {
      isOpen = true;
    });
    await holdsFor(50, () => !isOpen);
    release();
    await (await opening).close();
  });
});
