import assert from 'node:assert/strict';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { sql } from 'kysely';
import { createStore, openDatabase } from '#accounts/storage/open.ts';
import { addUser, tokenMaker } from '#test/contract/engine.ts';

async function openFile(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'sparring-failures-'));
  const file = join(folder, 'sparring.db');
  const sentences: string[] = [];
  const clock = { now: 0 };
  const opened = await openDatabase(`sqlite:${file}`, {
    report: (sentence) => sentences.push(sentence),
    runtime: {
      machineNow: () => clock.now,
      fraction: () => 0,
      timeout: () => () => {},
      monotonic: () => clock.now,
      wait: async () => {},
      nextIteration,
    },
  });
  const store = createStore(opened.db, opened.engine);
  t.after(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  return { ...opened, store, file, sentences, clock };
}

describe('a database file that cannot be used', () => {
  for (const [name, begin, end, message, kind] of [
    [
      'full',
      'max_page_count = 10',
      'max_page_count = 1000000',
      /no space left/,
      'no space: database or disk is full',
    ],
    [
      'read-only',
      'query_only = on',
      'query_only = off',
      /is read-only/,
      'read-only: attempt to write a readonly database',
    ],
  ] as const) {
    it(`because it is ${name} rejects writes, reads on, and recovers`, async (t) => {
      const { db, store, sentences, clock } = await openFile(t);
      const user = await addUser(store);
      const token = tokenMaker();
      await sql`pragma ${sql.raw(begin)}`.execute(db);
      const adding = async () => {
        for (let count = 0; count < 200; count++)
          await store.authorizations.create(token({ userId: user.id }));
      };
      for (let attempt = 0; attempt < 3; attempt++)
        await assert.rejects(adding(), { name: 'StoreUnavailableError', message });
      clock.now += 20_000;
      assert.deepEqual(await store.users.byId(user.id), user);
      const { items, total } = await store.authorizations.list(user.id, { page: 1, perPage: 1000 });
      assert.equal(items.length, total, 'no partial write is left');
      await sql`pragma ${sql.raw(end)}`.execute(db);
      assert.ok(await store.authorizations.create(token({ userId: user.id })));
      assert.deepEqual(sentences, [
        `The database is not available (${kind}). Requests that need it get 503.`,
        `The database is available again after 20 s. 3 operations failed: 3 × ${kind.split(':')[0]}.`,
      ]);
    });
  }

  it('because it is damaged is reported', async (t) => {
    const { db, store, file, sentences } = await openFile(t);
    await addUser(store);
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
    await sql`pragma shrink_memory`.execute(db);
    const handle = await open(file, 'r+');
    const { size } = await handle.stat();
    await handle.write(Buffer.alloc(size - 8192, 0xff), 0, undefined, 8192);
    await handle.close();
    await assert.rejects(store.users.list(), { name: 'StoreUnavailableError', message: /is damaged/ });
    assert.match(
      sentences.join(),
      /^The database is not available \(damaged file: database disk image is malformed\)/,
    );
  });
});
