import type { Compilable, CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { Database } from './tables.ts';

/** A connection on which several statements take one round trip. */
export interface BatchConnection extends DatabaseConnection {
  executeBatch<Row>(queries: readonly CompiledQuery[]): Promise<QueryResult<Row>[]>;
}

type RowsOf<Queries extends readonly Compilable<unknown>[]> = {
  -readonly [At in keyof Queries]: Queries[At] extends Compilable<infer Row> ? Row[] : never;
};

/**
 * Runs statements of which none depends on the result of another, in their order and, where the database is a server, in one
 * round trip. Returns the rows of each.
 */
export function executeBatch<const Queries extends readonly Compilable<unknown>[]>(
  db: Database,
  queries: Queries,
): Promise<RowsOf<Queries>>;
export async function executeBatch(
  db: Database,
  queries: readonly Compilable<unknown>[],
): Promise<unknown[][]> {
  const compiled = queries.map((query) => query.compile());
  return await db.getExecutor().provideConnection(async (connection) => {
    if (isBatchConnection(connection)) {
      const results = await connection.executeBatch(compiled);
      return results.map(({ rows }) => rows);
    }
    const rows: unknown[][] = [];
    for (const query of compiled) rows.push((await connection.executeQuery(query)).rows);
    return rows;
  });
}

function isBatchConnection(connection: DatabaseConnection): connection is BatchConnection {
  return 'executeBatch' in connection;
}
