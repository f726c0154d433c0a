import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';

type Execute = <Row>(session: SqliteSession, query: CompiledQuery) => Promise<QueryResult<Row>>;

/** Tells apart those who share the one connection. */
export class SqliteSession implements DatabaseConnection {
  readonly #execute: Execute;

  constructor(execute: Execute) {
    this.#execute = execute;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#execute(this, query);
  }

  streamQuery(): never {
    throw new Error('Streaming is not needed here.');
  }
}
