import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import { createStore, openDatabase } from '../../src/storage/open.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { addUser } from '../contract/engine.ts';
import { administer, openPostgresSchema } from '../support/postgres.ts';
import {
  type EngineName,
  type Records,
  readAllRecords,
  readRecords,
  readStatements,
  recordMigrations,
  releasedVersions,
} from './store-file.ts';

const engines = {
  async sqlite(t: TestContext) {
    const folder = await mkdtemp(path.join(tmpdir(), 'sparring-upgrade-'));
    t.after(() => rm(folder, { recursive: true }));
    const file = path.join(folder, 'sparring.db');
    return {
      url: `sqlite:${file}`,
      open: async () => openSqlite({ file }),
      async run(statements: readonly string[]) {
        const database = new DatabaseSync(file);
        database.exec(`pragma application_id = ${0x53706172}; ${statements.join(';\n')}`);
        database.close();
      },
    };
  },
  async postgres(t: TestContext) {
    const url = await openPostgresSchema(t);
    if (url === undefined) return undefined;
    return {
      url,
      open: () => openPostgres(url),
      run: (statements: readonly string[]) => administer(url, statements.join(';\n')),
    };
  },
};

for (const name of ['sqlite', 'postgres'] as const) {
  for (const version of releasedVersions()) {
    describe(`a store of ${version} on ${name}`, () => {
      test('is upgraded with every record, and continues its ids', async (t) => {
        const engine = await engines[name](t);
        if (engine === undefined) return;
        await engine.run(readStatements(version, name));
        const { db, engine: opened } = await openDatabase(engine.url);
        const store = createStore(db, opened);
        try {
          const records = await readAllRecords(db);
          const written = expectedRecords(version);
          assert.deepEqual(Object.keys(records).toSorted(), Object.keys(written).toSorted());
          for (const [table, rows] of Object.entries(written))
            assert.deepEqual(records[table], rows, `the records of ${table}`);
          const users = written.users?.length ?? 0;
          assert.equal(
            (await addUser(store, { login: 'next' })).id,
            users + 2,
            'one id was used and deleted',
          );
        } finally {
          await store.close();
        }
      });

      test('was created by migrations that are the same today', async (t) => {
        const engine = await engines[name](t);
        if (engine === undefined) return;
        const { db, statements } = await recordMigrations(await engine.open());
        await db.destroy();
        const released = readStatements(version, name).filter(isDefinition);
        assert.deepEqual(statements.filter(isDefinition).slice(0, released.length), released);
      });
    });
  }
}

/** The records of the store, with the changes of later migrations. */
function expectedRecords(version: string): Records {
  const records = readRecords(version);
  // Migration 5 erases the codes that were used.
  const messages = (records.messages ?? []).map((message) => {
    const { spentAt, code, text } = message;
    if (spentAt === null || typeof code !== 'string') return message;
    return { ...message, code: null, text: String(text).replace(code, '******') };
  });
  return { ...records, messages };
}

/** Whether a statement is of a migration, and neither a row nor the next id of a table. */
function isDefinition(statement: string): boolean {
  return (
    /^(?:create|alter|drop|update)\b/.test(statement) && !/kysely_migration|restart with/.test(statement)
  );
}

test('every released version has a store for each engine', () => {
  const names: readonly EngineName[] = ['sqlite', 'postgres'];
  assert.ok(releasedVersions().includes('0.1.0'));
  for (const version of releasedVersions())
    for (const name of names) assert.ok(readStatements(version, name).length > 100, `${version} ${name}`);
});
