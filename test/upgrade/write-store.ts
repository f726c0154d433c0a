import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { createStore } from '../../src/storage/open.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { version } from '../../src/version.ts';
import { openPostgresSchema } from '../support/postgres.ts';
import { fill } from './fill.ts';
import {
  dumpMigrations,
  dumpRows,
  type EngineName,
  type Records,
  readAllRecords,
  recordMigrations,
  STORES,
} from './store-file.ts';

/** Writes the stores of this version, once at its release: `node --test test/upgrade/write-store.ts`. */
test(`writes the stores of ${version}`, async (t) => {
  const url = await openPostgresSchema(t);
  assert.ok(url);
  const sqlite = await write('sqlite', openSqlite('memory'));
  const postgres = await write('postgres', await openPostgres(url));
  assert.deepEqual(sqlite, postgres);
  await writeFile(path.join(STORES, `${version}.json`), `${JSON.stringify(sqlite, null, 2)}\n`);
});

async function write(name: EngineName, engine: Parameters<typeof createStore>[1]): Promise<Records> {
  const { db, statements } = await recordMigrations(engine);
  try {
    await fill(createStore(db, engine));
    const lines = [...(await dumpMigrations(db)), ...statements, ...(await dumpRows(db, name))];
    await mkdir(STORES, { recursive: true });
    await writeFile(
      path.join(STORES, `${version}.${name}.sql`),
      lines.map((line) => `${line.trim()};\n`).join(''),
    );
    return await readAllRecords(db);
  } finally {
    await db.destroy();
  }
}
