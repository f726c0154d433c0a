import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';
import { returnsRows } from './node-sqlite.ts';

interface Prepared {
  readonly statement: StatementSync;
  readonly hasRows: boolean;
  readonly isRead: boolean;
}

const READ = /^select /i;

/** Runs queries and keeps their prepared statements. Their number is the number of queries in the code. */
export class PreparedStatements {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  isRead({ sql }: CompiledQuery): boolean {
    return this.#prepared.get(sql)?.isRead ?? READ.test(sql);
  }

  run<Row>({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<Row> {
    const { statement, hasRows } = this.#find(sql);
    const values = parameters as readonly SQLInputValue[];
    if (hasRows) return { rows: statement.all(...values) as Row[] };
    return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
  }

  #find(sql: string): Prepared {
    return this.#prepared.get(sql) ?? this.#prepare(sql);
  }

  #prepare(sql: string): Prepared {
    const statement = this.#database.prepare(sql);
    const prepared = { statement, hasRows: returnsRows(statement, sql), isRead: READ.test(sql) };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}
