import type { Compilable, CompiledQuery } from 'kysely';
import { isId, isStorable } from '../../store/index.ts';
import type { Database } from '../schema/tables.ts';

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

/** A prepared query for one record. Undefined without a row, and for an id or a text that no row can have. */
export function prepareRecord<Values extends (number | string | null)[], Row, Rec>(
  build: (db: Database, ...values: Values) => Compilable<Row>,
  toRecord: (row: Row) => Rec,
): (db: Database, ...values: Values) => Promise<Rec | undefined> {
  const read = prepare(build);
  return async (db, ...values) => {
    if (!values.every(isPossible)) return undefined;
    const [row] = await read(db, ...values);
    return row && toRecord(row);
  };
}

function isPossible(value: number | string | null): boolean {
  return typeof value === 'number' ? isId(value) : value === null || isStorable(value);
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
