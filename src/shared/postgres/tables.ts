import { CompiledQuery } from 'kysely';
import { lockKey, type PostgresConnection } from '#database/postgres/client.ts';
import { TEXT_PREFIX } from '../database/value-table.ts';

/**
 * Creates the tables, in the transaction of the connection. They hold nothing that outlives the nodes: the first node of a
 * database deletes what earlier nodes have left.
 */
export async function prepareTables(connection: PostgresConnection, node: string): Promise<void> {
  const run = (text: string, values: string[] = []) =>
    connection.executeQuery<{ first: boolean }>(CompiledQuery.raw(text, values));
  // Nodes that start at the same time wait for each other.
  await run(`select pg_advisory_xact_lock(${lockKey("'start'")})`);
  await run(`
    create table if not exists shared_values (
      name text primary key,
      version bigint not null,
      value text
    );
    -- Counts and records need not survive a crash of the database.
    create unlogged table if not exists shared_counters (
      name text not null,
      key text not null,
      value bigint not null,
      ends_at bigint not null,
      primary key (name, key)
    );
    create index if not exists shared_counters_by_end on shared_counters (name, ends_at);
    create unlogged table if not exists shared_records (
      name text primary key,
      id text not null,
      count bigint not null,
      done bigint not null,
      size bigint not null,
      used bigint not null,
      state text not null
    );
    create index if not exists shared_records_by_use on shared_records (used, size);
    create unlogged table if not exists shared_items (
      record text not null,
      kind text not null,
      number bigint not null,
      owner text,
      value text not null,
      primary key (record, kind, number)
    );
    create index if not exists shared_items_by_owner on shared_items (owner) where owner is not null;
    create table if not exists shared_nodes (
      id text primary key,
      seen_at timestamptz not null
    );
  `);
  await run(`delete from shared_nodes where seen_at < clock_timestamp() - ${NODE_LIFETIME}::interval`);
  const { rows } = await run(
    `select pg_try_advisory_xact_lock(${lockKey("'nodes'")}) and not exists (select from shared_nodes) as first`,
  );
  if (rows[0]?.first) {
    // Versions only increase, so that a node which has lost its connection notices the change.
    await run(`delete from shared_values where name like '${TEXT_PREFIX}%'`);
    await run('update shared_values set value = null, version = version + 1');
    for (const table of ['shared_counters', 'shared_records', 'shared_items'])
      await run(`delete from ${table}`);
  }
  await run(MARK_NODE, [node]);
}

/**
 * Marks this node as running, for as long as the connection is open. It does not wait: a node that starts holds the lock for a
 * short time.
 */
export const HOLD_NODE_LOCK = `select pg_try_advisory_lock_shared(${lockKey("'nodes'")})`;

/** The time for which a node without a connection is running, unless it has closed. */
const NODE_LIFETIME = `'10 seconds'`;

/** Marks a node as running also while it opens another connection, and returns the others. */
export const MARK_NODE = `
  with marked as (
    insert into shared_nodes (id, seen_at) values ($1, clock_timestamp())
    on conflict (id) do update set seen_at = excluded.seen_at
  )
  select id from shared_nodes
  where id <> $1 and seen_at >= clock_timestamp() - ${NODE_LIFETIME}::interval order by id`;

/** The owners of items whose node has ended. Their names begin with that of the node. */
export const FIND_ENDED_OWNERS = `
  select distinct owner from shared_items where owner is not null and not exists (
    select from shared_nodes
    where id = split_part(owner, '/', 1) and seen_at >= clock_timestamp() - ${NODE_LIFETIME}::interval
  )`;

/** Removes a node, and notifies the others, with its name as the payload. */
export const DELETE_NODE = `
  with deleted as (delete from shared_nodes where id = $1) select pg_notify($2, $3)`;
