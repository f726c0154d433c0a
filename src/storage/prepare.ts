import type { Compilable, CompiledQuery } from 'kysely';
import type { Database } from './tables.ts';

/**
 * A query that is compiled on its first use and then run with new values. The values are the arguments, each once and in
 * their order, and the query contains no other value.
 */
export function prepare<Values extends unknown[], Row>(
  build: (db: Database, ...values: Values) => Compilable<Row>,
): (db: Database, ...values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, ...parameters) => {
    compiled ??= compileOnce(build(db, ...parameters), parameters);
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}

function compileOnce<Row>(query: Compilable<Row>, values: unknown[]): CompiledQuery<Row> {
  const compiled = query.compile();
  if (
    compiled.parameters.length !== values.length ||
    values.some((value, at) => value !== compiled.parameters[at])
  ) {
    throw new Error(`The values of a prepared query must be its arguments, in order: ${compiled.sql}`);
  }
  return compiled;
}
