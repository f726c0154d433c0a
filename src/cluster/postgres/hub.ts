import type { Log } from '../../http/service.ts';
import { createRuntime, type Runtime, withDeadline } from '../../runtime.ts';
import { parsePostgresUrl } from '../../storage/postgres/url.ts';
import { Gatherer } from '../gatherer.ts';
import type { ChangeListener, Hub, NamedValue } from '../hub.ts';
import { Connection, QUERY_TIMEOUT } from './connection.ts';
import { createPostgresCounters } from './counters.ts';
import { createPostgresLocks } from './locks.ts';
import { DELETE_NODE, holdNodeLock, MARK_NODE, prepareTables } from './tables.ts';

export interface PostgresHubOptions {
  readonly url: string;
  /** Milliseconds. */
  readonly connectTimeout: number;
  readonly runtime: Runtime;
  readonly log: Log;
}

/**
 * The shared state of all nodes on one PostgreSQL database. A change is a row with a new version and a notification; a
 * node that misses the notification finds the version when it polls.
 */
export async function openPostgresHub(options: PostgresHubOptions): Promise<Hub> {
  const { url, connectTimeout, runtime, log } = options;
  const { default: pg } = await import('pg');
  const listeners = new Set<ChangeListener>();
  const known = new Map<string, number>();
  // Two nodes can have the same seed of random values.
  const node = createRuntime().uuid();
  let channel = '';
  let isPrepared = false;
  let isClosed = false;

  const createClient = (timeout = QUERY_TIMEOUT) =>
    new pg.Client({
      connectionString: parsePostgresUrl(url).href,
      application_name: 'sparring-state',
      keepAlive: true,
      connectionTimeoutMillis: connectTimeout,
      query_timeout: timeout,
    });

  const connection = await Connection.open({
    runtime,
    log,
    createClient,
    async onConnect(client) {
      const named = await client.query<{ channel: string }>(
        "select 'sparring_' || md5(current_schema()) as channel",
      );
      channel = named.rows[0]?.channel ?? '';
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      if (isPrepared) {
        await holdNodeLock(client);
        // Finds what has changed meanwhile, once queries use this connection.
        void runtime.nextIteration().then(poll).catch(ignore);
      } else await prepareTables(client, node);
      isPrepared = true;
    },
    onNotification: ({ payload = '' }) => void read([payload]).catch(ignore),
  });
  const counters = createPostgresCounters(connection);
  const gatherer = new Gatherer();
  const locks = createPostgresLocks(createClient, { runtime, log });

  /** Calls the listeners for a newer version. Resolves when they have completed. */
  async function publishChange(value: NamedValue): Promise<void> {
    if (value.version <= (known.get(value.name) ?? 0)) return;
    known.set(value.name, value.version);
    await Promise.all([...listeners].map((listener) => listener(value)));
  }

  async function read(names: readonly string[]): Promise<NamedValue[]> {
    const rows = await connection.query<ValueRow>(READ, [names]);
    const values = rows.map(toNamedValue);
    await Promise.all(values.map(publishChange));
    return values;
  }

  /** Marks this node as running, and reads the values whose change was not notified. */
  async function poll(): Promise<void> {
    await connection.query(MARK_NODE, [node]).catch(ignore);
    const rows = await connection.query<VersionRow>('select name, version from shared_values');
    const changed = rows.filter(({ name, version }) => Number(version) > (known.get(name) ?? 0));
    if (changed.length > 0) await read(changed.map(({ name }) => name));
  }

  async function maintain(): Promise<void> {
    for (let count = 1; !isClosed; count++) {
      await new Promise<void>((resolve) => runtime.after(POLL_INTERVAL, resolve));
      if (isClosed) return;
      await poll().catch(ignore);
      if (count % POLLS_PER_PRUNE === 0) await counters.prune().catch(ignore);
    }
  }
  void maintain();

  return {
    worker: undefined,
    server: undefined,
    counters,

    async load() {
      const rows = await connection.query<VersionRow>('select name, version from shared_values');
      return read(rows.map(({ name }) => name));
    },

    async compareAndSet(name, version, text) {
      const [set] = await connection.query<ValueRow>(version === 0 ? INSERT : UPDATE, [
        name,
        text,
        channel,
        ...(version === 0 ? [] : [version]),
      ]);
      if (set) {
        const value = toNamedValue(set);
        await publishChange(value);
        return { isSet: true, value };
      }
      const [value] = await read([name]);
      if (!value) throw new Error(`The shared value ${name} was deleted`);
      return { isSet: false, value };
    },

    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    acquire: locks.acquire,
    gather: (name) => gatherer.gather(name),
    onGather: (source) => gatherer.add(source),

    async close() {
      isClosed = true;
      await withDeadline(runtime, END_TIME, connection.query(DELETE_NODE, [node])).catch(ignore);
      await connection.close();
    },
  };
}

interface VersionRow {
  readonly name: string;
  /** `bigint` is text in the results of `pg`. */
  readonly version: string;
}

interface ValueRow extends VersionRow {
  readonly value: string | null;
}

function toNamedValue({ name, version, value }: ValueRow): NamedValue {
  return { name, version: Number(version), text: value };
}

const READ = 'select name, version, value from shared_values where name = any ($1)';

/** No row when the value has been set. */
const INSERT = notifying(`
  insert into shared_values (name, version, value) values ($1, 1, $2)
  on conflict (name) do nothing returning name, version, value`);

/** No row when the value has another version. */
const UPDATE = notifying(`
  update shared_values set version = version + 1, value = $2
  where name = $1 and version = $4 returning name, version, value`);

/** The notification carries the name only: its size is limited. */
function notifying(change: string): string {
  return `
    with changed as (${change}), notified as (select pg_notify($3, name) from changed)
    select changed.* from changed, notified`;
}

/** Milliseconds within which a change reaches a node that was not notified. */
const POLL_INTERVAL = 2000;

const POLLS_PER_PRUNE = 30;

/** Milliseconds for the last statement. */
const END_TIME = 1000;

function ignore(): void {}
