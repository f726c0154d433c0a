import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';
import type { FileGuard } from './file-guard.ts';

/** Runs queries, and keeps each one's prepared statement: there are only as many as the code has queries. */
export class SqliteStatements {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, { statement: StatementSync; hasRows: boolean; isRead: boolean }>();
  readonly #guard: FileGuard | undefined;

  constructor(database: DatabaseSync, guard?: FileGuard) {
    this.#database = database;
    this.#guard = guard;
  }

  run<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const { statement, hasRows, isRead } = this.#prepared.get(sql) ?? this.#prepare(sql);
    if (!isRead) this.#guard?.();
    const values = parameters as readonly SQLInputValue[];
    if (hasRows) return { rows: statement.all(...values) as Row[] };
    return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
  }

  #prepare(sql: string) {
    const statement = this.#database.prepare(sql);
    const hasRows = statement.columns().length > 0;
    const prepared = { statement, hasRows, isRead: /^select /i.test(sql) };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}
