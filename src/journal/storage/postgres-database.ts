import { CompiledQuery } from 'kysely';
import {
  createPostgresClient,
  lockKey,
  type PostgresClient,
  type PostgresConnection,
  withConnection,
} from '#database/postgres/client.ts';
import { createStartError } from '#database/postgres/url.ts';
import { buildStoreOptions, type StoreOptions } from '#database/store-options.ts';
import type { Runtime } from '#runtime.ts';
import { ENTRY_COLUMNS, readColumn, saveStatement } from './entry-columns.ts';
import type { EntryRow } from './entry-row.ts';
import { buildSchema, type JournalDatabase, type JournalStatements } from './journal-database.ts';

export type PostgresRuntime = StoreOptions['runtime'] & Pick<Runtime, 'systemMonotonic'>;

/**
 * Opens the journal in tables of a PostgreSQL database, with a connection of its own.
 * @throws DatabaseError
 */
export async function openPostgresDatabase(url: string, runtime: PostgresRuntime): Promise<JournalDatabase> {
  const client = await createPostgresClient(url, buildStoreOptions({ runtime }), {
    applicationName: 'sparring-journal',
    poolSize: 1,
    connectTimeout: TIME_LIMIT_MS,
    statementTimeout: TIME_LIMIT_MS,
    lockTimeout: TIME_LIMIT_MS,
  });
  try {
    await client.pool.setSessionParameters();
    const database = new PostgresDatabase(client, runtime);
    await database.transaction(({ query }) => query(SCHEMA));
    return database;
  } catch (error) {
    await client.pool.end();
    throw createStartError(client.location, error);
  }
}

class PostgresDatabase implements JournalDatabase {
  readonly delays = { alone: 50, shared: 50 };
  readonly pollInterval = 20;
  readonly forUpdate = ' for update';
  readonly #client: PostgresClient;
  readonly #runtime: PostgresRuntime;

  constructor(client: PostgresClient, runtime: PostgresRuntime) {
    this.#client = client;
    this.#runtime = runtime;
  }

  readonly query = <Row>(text: string, values?: readonly unknown[]): Promise<Row[]> =>
    withConnection(this.#client, (connection) => run<Row>(connection, text, values));

  readonly idsOf = (parameter: string): string => `select unnest(cast(${parameter} as bigint[]))`;

  saveRows(rows: readonly EntryRow[], writer: string): Promise<void> {
    return this.transaction((statements) => statements.saveRows(rows, writer));
  }

  transaction<Result>(action: (statements: JournalStatements) => Promise<Result>): Promise<Result> {
    return withConnection(this.#client, async (connection) => {
      await connection.begin({});
      try {
        const result = await action({
          query: (text, values) => run(connection, text, values),
          idsOf: this.idsOf,
          forUpdate: this.forUpdate,
          saveRows: (rows, writer) => saveRows(connection, rows, writer),
        });
        await connection.commit();
        return result;
      } catch (error) {
        await connection.rollback();
        throw error;
      }
    });
  }

  /** The query of the changes is as cheap as a look. */
  mayHaveChanged(): boolean {
    return true;
  }

  /** The fastest of some attempts is the most exact one. */
  async readClock() {
    let best = { clock: 0, monotonic: 0, duration: Number.POSITIVE_INFINITY };
    for (let attempt = 0; attempt < CLOCK_ATTEMPTS; attempt++) {
      const begun = this.#runtime.systemMonotonic();
      const [{ clock } = { clock: 0 }] = await this.query<{ clock: number }>(READ_CLOCK);
      const ended = this.#runtime.systemMonotonic();
      if (ended - begun < best.duration)
        best = { clock, monotonic: Math.round((begun + ended) / 2), duration: ended - begun };
    }
    return best;
  }

  close(): Promise<void> {
    return this.#client.pool.end();
  }
}

async function run<Row>(connection: PostgresConnection, text: string, values: readonly unknown[] = []) {
  return (await connection.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}

async function saveRows(
  connection: PostgresConnection,
  rows: readonly EntryRow[],
  writer: string,
): Promise<void> {
  const columns = ENTRY_COLUMNS.map((column) =>
    rows.map((row) => {
      const value = readColumn(column, row, writer);
      return value instanceof Uint8Array ? toBuffer(value) : value;
    }),
  );
  await run(connection, SAVE_ROWS, columns);
}

/** The driver formats buffers as bytes, and other arrays of bytes as lists of numbers. */
function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Milliseconds for a connection, a statement, and a lock. */
const TIME_LIMIT_MS = 5000;

const CLOCK_ATTEMPTS = 5;

const READ_CLOCK = 'select cast(extract(epoch from clock_timestamp()) * 1000000 as bigint) as clock';

const SCHEMA = `
  -- Processes that start at the same time wait for each other.
  select pg_advisory_xact_lock(${lockKey("'journal'")});
  ${buildSchema('bytea')}
`;

/** Each parameter is the list of the values of a column. */
const SAVE_ROWS = saveStatement(
  `select * from unnest(${ENTRY_COLUMNS.map(({ type }, at) => `$${at + 1}::${type === 'blob' ? 'bytea' : type}[]`).join(', ')})`,
);
