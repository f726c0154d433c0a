import type { Client } from 'pg';

/**
 * Creates the tables. They hold nothing that outlives the nodes: the first node of a database deletes what earlier nodes
 * have left.
 */
export async function prepareTables(client: Client, node: string): Promise<void> {
  // At another level, the state would be read before the lock is waited for.
  await client.query('begin isolation level read committed');
  // Nodes that start at the same time wait for each other.
  await client.query(`select pg_advisory_xact_lock(${lockKey("'start'")})`);
  await client.query(`
    create table if not exists shared_values (
      name text primary key,
      version bigint not null,
      value text
    );
    -- Counts need not survive a crash of the database.
    create unlogged table if not exists shared_counters (
      name text not null,
      key text not null,
      value bigint not null,
      ends_at bigint not null,
      primary key (name, key)
    );
    create table if not exists shared_nodes (
      id text primary key,
      seen_at timestamptz not null
    );
  `);
  await client.query(
    `delete from shared_nodes where seen_at < clock_timestamp() - ${NODE_LIFETIME}::interval`,
  );
  const { rows } = await client.query<{ first: boolean }>(
    `select pg_try_advisory_xact_lock(${lockKey("'nodes'")}) and not exists (select from shared_nodes) as first`,
  );
  if (rows[0]?.first) {
    // Versions only increase, so that a node which has lost its connection notices the change.
    await client.query('update shared_values set value = null, version = version + 1');
    await client.query('delete from shared_counters');
  }
  await holdNodeLock(client);
  await client.query(MARK_NODE, [node]);
  await client.query('commit');
}

/** Marks this node as running, for as long as the connection is open. */
export async function holdNodeLock(client: Client): Promise<void> {
  // Does not wait: a node that starts holds the lock for a short time.
  await client.query(`select pg_try_advisory_lock_shared(${lockKey("'nodes'")})`);
}

/** The time for which a node without a connection is running, unless it has closed. */
const NODE_LIFETIME = `'10 seconds'`;

/** Marks a node as running also while it opens another connection. */
export const MARK_NODE = `
  insert into shared_nodes (id, seen_at) values ($1, clock_timestamp())
  on conflict (id) do update set seen_at = excluded.seen_at`;

export const DELETE_NODE = 'delete from shared_nodes where id = $1';

/** The key of an advisory lock of this schema. Advisory locks belong to the database. */
export function lockKey(name: string): string {
  return `hashtextextended('sparring ' || current_schema() || ' ' || ${name}, 0)`;
}
