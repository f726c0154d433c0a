import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';

/** Runs queries, and keeps each one's prepared statement: there are only as many as the code has queries. */
export class SqliteStatements {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, { statement: StatementSync; hasRows: boolean }>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  run<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const { statement, hasRows } = this.#prepared.get(sql) ?? this.#prepare(sql);
    const values = parameters as readonly SQLInputValue[];
    if (hasRows) return { rows: statement.all(...values) as Row[] };
    return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
  }

  #prepare(sql: string) {
    const statement = this.#database.prepare(sql);
    const prepared = { statement, hasRows: statement.columns().length > 0 };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}
