import type { Compilable, CompiledQuery } from 'kysely';
import type { Database } from './tables.ts';

/**
 * A query that is compiled when it is first asked and then only given new values. The values must stand in the query
 * in the order of the arguments, each once, and nothing else may be a value in it.
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
