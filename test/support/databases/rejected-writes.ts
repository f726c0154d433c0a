import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import pg from 'pg';
import { tableNames } from '#accounts/storage/schema/tables.ts';
import { temporaryFolder } from '../commands/command.ts';
import type { WireResponse } from '../wire/wire.ts';
import { openPostgresSchema } from './postgres.ts';
import {
  failPostgresStatements,
  failSqliteStatements,
  type StatementFailures,
} from './statement-failures.ts';

const UNCERTAIN = /The change may have been made/;

/** A database whose statements can fail, for a server in this process. */
export interface FailingDatabase {
  readonly url: string;
  readonly kinds: readonly string[];
  readonly failures: StatementFailures;
  /** All rows of all tables except these, over another connection. */
  read(except?: readonly string[]): Promise<string>;
}

async function openPostgres(t: TestContext): Promise<FailingDatabase | undefined> {
  const url = await openPostgresSchema(t);
  if (url === undefined) return undefined;
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  t.after(() => t.after(() => other.end()));
  const rowsOf = (table: string) =>
    `select '${table}' as name, (select coalesce(json_agg(t order by t::text), '[]')::text from ${table} t) as rows`;
  return {
    url: `${url}&max=2`,
    // By SQLSTATE: time-outs of statements and locks, deadlock, serialization failure, full disk, read-only.
    kinds: ['57014', 'terminated', '55P03', '40P01', '40001', '53100', '25006'],
    failures: failPostgresStatements(t, other),
    async read(except = []) {
      const query = namesExcept(except).map(rowsOf).join(' union all ');
      return JSON.stringify((await other.query(query)).rows);
    },
  };
}

async function openSqlite(t: TestContext): Promise<FailingDatabase> {
  const file = path.join(await temporaryFolder(t), 'sparring.db');
  const failures = failSqliteStatements(t);
  return {
    url: `sqlite:${file}`,
    kinds: ['full, rolled back', 'I/O error', 'full', 'read-only'],
    failures,
    async read(except = []) {
      const other = new DatabaseSync(file, { readOnly: true });
      try {
        return JSON.stringify(
          namesExcept(except).map((table) => other.prepare(`select * from ${table}`).all()),
        );
      } finally {
        other.close();
      }
    },
  };
}

function namesExcept(except: readonly string[]): string[] {
  return tableNames.filter((name) => !except.includes(name));
}

/** By the name of the engine. */
export const failingDatabases = { SQLite: openSqlite, PostgreSQL: openPostgres };

/** A request that a test can send again after it was answered 503. */
export type Operation = () => Promise<WireResponse>;

/**
 * Fails each statement of an operation in each way, and asserts that an operation that was answered 503 has changed nothing.
 * @param prepare makes the records of the operation, anew after each operation that succeeds
 * @param except names of tables that such an operation may change
 */
export async function failEachStatement(
  { failures, kinds, read }: FailingDatabase,
  prepare: () => Promise<Operation>,
  except: readonly string[] = [],
): Promise<void> {
  let operation = await prepare();
  const statements = await failures.record(async () => {
    const { status } = await operation();
    assert.ok(status < 400, `${status}`);
  });
  operation = await prepare();
  let rejected = 0;
  for (const statement of statements)
    for (const kind of kinds) {
      const before = await read(except);
      const [response] = await failures.failing(statement, kind, () => operation());
      const what = `${kind} at ${statement}: ${response.status} ${response.text()}`;
      if (response.status < 400) {
        // The server has repeated the statement.
        operation = await prepare();
        continue;
      }
      assert.equal(response.status, 503, what);
      rejected++;
      if (UNCERTAIN.test(response.text())) assert.ok(['terminated', 'I/O error'].includes(kind), what);
      else assert.equal(await read(except), before, what);
    }
  assert.ok(rejected >= statements.length, `${rejected} of ${statements.length}`);
}
