import { CompiledQuery } from 'kysely';
import type { Log } from '#http/routing/service.ts';
import { createRuntime, type Runtime, withDeadline } from '#runtime.ts';
import { Gatherer } from '../gatherer.ts';
import { type Hub, type NamedValue, OTHER_NODES } from '../hub.ts';
import { Listeners } from '../listeners.ts';
import { Semaphores } from '../semaphores.ts';
import { createPostgresCounters } from './counters.ts';
import { StateDatabase } from './database.ts';
import { createPostgresLocks } from './locks.ts';
import { DELETE_NODE, HOLD_NODE_LOCK, MARK_NODE, prepareTables } from './tables.ts';

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
  const { runtime, log } = options;
  const changes = new Listeners<NamedValue, void>();
  const { gather, onGather, lose, forgetLost, endQueries, standing, post, onPost } = new Gatherer();
  const known = new Map<string, number>();
  /** Set when there was another node. */
  let otherNodes: NamedValue | undefined;
  // Two nodes can have the same seed of random values.
  const node = createRuntime().uuid();
  let channel = '';
  let isPrepared = false;
  let isClosed = false;
  let counting: Promise<void> = Promise.resolve();

  const database = await StateDatabase.open({
    ...options,
    async onConnect(connection) {
      const run = (text: string) => connection.executeQuery<{ channel: string }>(CompiledQuery.raw(text));
      const { rows } = await run("select 'sparring_' || md5(current_schema()) as channel");
      channel = rows[0]?.channel ?? '';
      await run(`listen "${channel}"`);
      if (!isPrepared) {
        await prepareTables(connection, node);
        await run(`notify "${channel}", '${OTHER_NODES}'`);
      }
      await run(HOLD_NODE_LOCK);
      isPrepared = true;
    },
    // Finds what has changed meanwhile.
    onReconnect: () => void poll().catch(ignore),
    onNotification: (name) => void (name === OTHER_NODES ? countNodes() : read([name])).catch(ignore),
  });
  const counters = createPostgresCounters(database);
  const locks = createPostgresLocks(database, log);

  /** Calls the listeners for a newer version. Resolves when they have completed. */
  async function publishChange(value: NamedValue): Promise<void> {
    if (value.version <= (known.get(value.name) ?? 0)) return;
    known.set(value.name, value.version);
    await changes.call(value);
  }

  async function read(names: readonly string[]): Promise<NamedValue[]> {
    const rows = await database.query<ValueRow>(READ, [names]);
    const values = rows.map(toNamedValue);
    await Promise.all(values.map(publishChange));
    return values;
  }

  /** Marks this node as running, and counts the others, one call after the other. */
  function countNodes(): Promise<void> {
    const counted = counting.then(countOnce);
    counting = counted.catch(ignore);
    return counted;
  }

  async function countOnce(): Promise<void> {
    // The notification that this node has closed reaches this node, too.
    if (isClosed) return;
    const [{ others } = { others: 0 }] = await database.query<{ others: number }>(MARK_NODE, [node]);
    const { version, text } = otherNodes ?? { version: 0, text: '0' };
    if (text === String(others)) return;
    otherNodes = { name: OTHER_NODES, version: version + 1, text: String(others) };
    await publishChange(otherNodes);
  }

  /** Counts the nodes, and reads the values whose change was not notified. */
  async function poll(): Promise<void> {
    await countNodes().catch(ignore);
    const rows = await database.query<VersionRow>('select name, version from shared_values');
    const changed = rows.filter(({ name, version }) => version > (known.get(name) ?? 0));
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
    stamps: undefined,
    primary: undefined,
    counters: counters.of,

    async load() {
      const rows = await database.query<VersionRow>('select name, version from shared_values');
      const values = await read(rows.map(({ name }) => name));
      await countNodes();
      return otherNodes === undefined ? values : [...values, otherNodes];
    },

    async compareAndSet(name, version, text) {
      const [set] = await database.query<ValueRow>(version === 0 ? INSERT : UPDATE, [
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

    onChange: changes.add,
    acquire: locks.acquire,
    tryAcquire: new Semaphores().tryAcquire,
    gather,
    onGather,
    lose,
    forgetLost,
    endQueries,
    standing,
    post,
    onPost,

    async close() {
      isClosed = true;
      const remove = () => database.query(DELETE_NODE, [node, channel, OTHER_NODES]);
      // Not before the last count, which would mark the node as running.
      await withDeadline(runtime, END_TIME, counting.then(remove)).catch(ignore);
      await database.close();
    },
  };
}

interface VersionRow {
  readonly name: string;
  readonly version: number;
}

interface ValueRow extends VersionRow {
  readonly value: string | null;
}

function toNamedValue({ name, version, value }: ValueRow): NamedValue {
  return { name, version, text: value };
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
