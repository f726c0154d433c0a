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
import type { EntryRow } from './entry-row.ts';
import type { JournalTable, OpenedTable, TableChanges, TableContent } from './journal-table.ts';

/**
 * Opens the journal in tables of a PostgreSQL database, with a connection of its own.
 * @throws DatabaseError
 */
export async function openPostgresTable(
  url: string,
  owner: string,
  runtime: StoreOptions['runtime'],
): Promise<OpenedTable> {
  const client = await createPostgresClient(url, buildStoreOptions({ runtime }), {
    applicationName: 'sparring-journal',
    poolSize: 1,
    connectTimeout: TIME_LIMIT_MS,
    statementTimeout: TIME_LIMIT_MS,
    lockTimeout: TIME_LIMIT_MS,
  });
  try {
    await client.pool.setSessionParameters();
    const content = await withConnection(client, (connection) => takeOver(connection, owner));
    return { table: new PostgresTable(client, owner), content };
  } catch (error) {
    await client.pool.end();
    throw createStartError(client.location, error);
  }
}

class PostgresTable implements JournalTable {
  readonly delay = 50;
  readonly #client: PostgresClient;
  readonly #owner: string;

  constructor(client: PostgresClient, owner: string) {
    this.#client = client;
    this.#owner = owner;
  }

  async write({ state, rows, removed }: TableChanges): Promise<boolean> {
    const columns = [
      rows.map(({ id }) => id),
      rows.map(({ bin }) => bin),
      rows.map(({ own }) => own),
      rows.map(({ marked }) => marked),
      rows.map(({ note }) => note),
      rows.map(({ connection }) => connection),
      rows.map(({ size }) => size),
      rows.map(({ entry }) => entry),
      rows.map(({ requestBody }) => toBuffer(requestBody)),
      rows.map(({ responseBody }) => toBuffer(responseBody)),
    ];
    const query = CompiledQuery.raw(WRITE, [state, this.#owner, removed, ...columns]);
    const written = await withConnection(this.#client, (connection) =>
      connection.executeQuery<{ is_owner: boolean }>(query),
    );
    return written.rows[0]?.is_owner === true;
  }

  close(): Promise<void> {
    return this.#client.pool.end();
  }
}

/** Milliseconds for a connection, a statement, and a lock. */
const TIME_LIMIT_MS = 5000;

/** Number of entries in one page of the start. */
const PAGE_SIZE = 200;

const SCHEMA = `
  -- Servers that start at the same time wait for each other.
  select pg_advisory_xact_lock(${lockKey("'journal'")});
  create table if not exists journal_entries (
    id bigint primary key,
    bin text,
    own boolean not null,
    marked boolean not null,
    note text,
    connection bigint not null,
    size integer not null,
    entry text not null,
    request_body bytea,
    response_body bytea
  );
  create table if not exists journal_state (
    only_row boolean primary key default true check (only_row),
    owner text not null,
    state text
  );
`;

const SET_OWNER = `
  insert into journal_state (owner) values ($1)
  on conflict (only_row) do update set owner = excluded.owner
  returning state`;

const READ_PAGE = `
  select id, bin, own, marked, note, connection, size, entry,
    request_body as "requestBody", response_body as "responseBody"
  from journal_entries where id > $1 order by id limit ${PAGE_SIZE}`;

/** One statement, so that it is one transaction and one round trip. No id is in both of its lists. */
const WRITE = `
  with owned as (
    update journal_state set state = $1 where owner = $2 returning true
  ), removed as (
    delete from journal_entries where id = any($3::bigint[]) and exists (select from owned)
  ), saved as (
    insert into journal_entries
      (id, bin, own, marked, note, connection, size, entry, request_body, response_body)
    select * from unnest(
      $4::bigint[], $5::text[], $6::boolean[], $7::boolean[], $8::text[], $9::bigint[], $10::integer[],
      $11::text[], $12::bytea[], $13::bytea[]
    ) where exists (select from owned)
    on conflict (id) do update set
      bin = excluded.bin, own = excluded.own, marked = excluded.marked, note = excluded.note,
      connection = excluded.connection, size = excluded.size, entry = excluded.entry,
      request_body = excluded.request_body, response_body = excluded.response_body
  )
  select exists (select from owned) as is_owner`;

/** Makes the server the one that writes, and reads what the earlier one has written. */
async function takeOver(connection: PostgresConnection, owner: string): Promise<TableContent> {
  await connection.begin({});
  try {
    await connection.executeQuery(CompiledQuery.raw(SCHEMA));
    const { rows: states } = await connection.executeQuery<{ state: string | null }>(
      CompiledQuery.raw(SET_OWNER, [owner]),
    );
    const rows: EntryRow[] = [];
    for (let last = 0, hasMore = true; hasMore; last = rows.at(-1)?.id ?? last) {
      const page = await connection.executeQuery<EntryRow>(CompiledQuery.raw(READ_PAGE, [last]));
      rows.push(...page.rows.map(withOwnBytes));
      hasMore = page.rows.length === PAGE_SIZE;
    }
    await connection.commit();
    return { rows, state: states[0]?.state ?? undefined };
  } catch (error) {
    await connection.rollback();
    throw error;
  }
}

/** The driver returns parts of the buffers of its socket. */
function withOwnBytes(row: EntryRow): EntryRow {
  const copy = (bytes: Uint8Array | null) => bytes && new Uint8Array(bytes);
  return { ...row, requestBody: copy(row.requestBody), responseBody: copy(row.responseBody) };
}

/** The driver formats buffers as bytes, and other arrays of bytes as lists of numbers. */
function toBuffer(bytes: Uint8Array | null): Buffer | null {
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
