import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { addUser } from '#test/contract/engine.ts';
import { openStore } from '../open.ts';

async function createFile(t: TestContext): Promise<{ folder: string; file: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'sparring-snapshots-'));
  t.after(() => rm(folder, { recursive: true }));
  return { folder, file: join(folder, 'sparring.db') };
}

describe('a snapshot of a database file', { skip: process.platform === 'win32' }, () => {
  it('is a file beside it that only its owner can read, and is deleted with the snapshot or the store', async (t) => {
    const { folder, file } = await createFile(t);
    const store = await openStore(`sqlite:${file}`);
    const [first, second] = [await store.snapshot(), await store.snapshot()];
    const snapshots = async () => (await readdir(folder)).filter((name) => name.includes('-snapshot-'));
    assert.equal((await snapshots()).length, 2);
    for (const name of await snapshots()) assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600);
    await store.restore(first);
    await store.deleteSnapshot(first);
    assert.equal((await snapshots()).length, 1);
    await store.restore(second);
    await store.close();
    assert.deepEqual(await readdir(folder), ['sparring.db']);
  });

  it('is deleted by a later server when it is older than seven days', async (t) => {
    const { folder, file } = await createFile(t);
    for (const [name, days] of [
      ['sparring.db-snapshot-old', 8],
      ['sparring.db-snapshot-new', 6],
      ['other.db-snapshot-old', 8],
    ] as const) {
      await writeFile(join(folder, name), '');
      const at = Date.now() / 1000 - days * 86_400;
      await utimes(join(folder, name), at, at);
    }
    await (await openStore(`sqlite:${file}`)).close();
    assert.deepEqual((await readdir(folder)).toSorted(), [
      'other.db-snapshot-old',
      'sparring.db',
      'sparring.db-snapshot-new',
    ]);
  });

  it('is restored when another process releases its lock, and not after the deadline', async (t) => {
    const { file } = await createFile(t);
    const store = await openStore(`sqlite:${file}`, { lockTimeout: 300 });
    t.after(() => store.close());
    const empty = await store.snapshot();
    await addUser(store);
    const holder = new DatabaseSync(file);
    t.after(() => holder.close());
    holder.exec('begin immediate');
    await assert.rejects(store.restore(empty), { name: 'StoreUnavailableError' });
    assert.equal((await store.users.list()).length, 1);
    const restoring = store.restore(empty);
    setTimeout(() => holder.exec('commit'), 100);
    await restoring;
    assert.equal(await store.users.isEmpty(), true);
  });
});
