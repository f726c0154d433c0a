import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeContract } from './store.ts';

// SQLite in memory is in `store-memory.test.ts`.
storeContract({
  name: 'SQLite in a file',
  isShared: true,
  // Waiting for the lock of a file blocks the process.
  concurrency: 1,
  async open(t) {
    const folder = await memoryFolder();
    t.after(() => rm(folder, { recursive: true }));
    return `sqlite:${join(folder, 'sparring.db')}`;
  },
});

/** In a file system in memory, where there is one, because each test waits for many calls of fsync. */
async function memoryFolder(): Promise<string> {
  const create = (parent: string) => mkdtemp(join(parent, 'sparring-store-'));
  return create('/dev/shm').catch(() => create(tmpdir()));
}
