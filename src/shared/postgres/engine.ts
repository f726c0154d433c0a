import { CompiledQuery } from 'kysely';
import type { Log } from '#http/routing/service.ts';
import { createRuntime, type Runtime, withDeadline } from '#runtime.ts';
import { createCounterTable } from '../database/counters.ts';
import type { StateEngine } from '../database/engine.ts';
import { createRecordTable } from '../database/record-table.ts';
import { createValueTable } from '../database/value-table.ts';
import { StateDatabase } from './database.ts';
import { createPostgresLocks } from './locks.ts';
import { DELETE_NODE, FIND_ENDED_OWNERS, HOLD_NODE_LOCK, MARK_NODE, prepareTables } from './tables.ts';

export interface PostgresEngineOptions {
  readonly url: string;
  /** Milliseconds. */
  readonly connectTimeout: number;
  readonly runtime: Runtime;
  readonly log: Log;
  /** Names this process among those of its node; by default, the only one. */
  readonly owner?: string;
  /** The node that this process is a worker of; by default, this process is a node. */
  readonly node?: string | undefined;
}

/**
 * The shared state of all nodes on one PostgreSQL database. A change is a row with a new version and a notification; a
 * node that misses the notification finds the version when it polls.
 */
export async function openPostgresEngine(options: PostgresEngineOptions): Promise<StateEngine> {
  const { runtime, log } = options;
  const isNode = options.node === undefined;
  // Two nodes can have the same seed of random values.
  const { node = createRuntime().uuid() } = options;
  let onChange: (names?: readonly string[]) => Promise<void> = async () => {};
  let onOwnerEnd: (owner: string) => Promise<void> = async () => {};
  /** Set when there was another node. */
  let otherNodes: readonly string[] | undefined;
  const ownerOf = (process = '') => `${node}/${process}`;
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
      if (!isPrepared && isNode) {
        await prepareTables(connection, node);
        await run(`notify "${channel}", '${OTHER_NODES}'`);
      }
      await run(HOLD_NODE_LOCK);
      isPrepared = true;
    },
    // Finds what has changed meanwhile.
    onReconnect: () => void poll().catch(ignore),
    onNotification: (name) => void (name === OTHER_NODES ? countNodes() : onChange([name])).catch(ignore),
  });
  const counters = createCounterTable(database);
  const locks = createPostgresLocks(database, log);

  /** Marks this node as running, and counts the others, one call after the other. */
  function countNodes(): Promise<void> {
    const counted = counting.then(countOnce);
    counting = counted.catch(ignore);
    return counted;
  }

  async function countOnce(): Promise<void> {
    // The notification that this node has closed reaches this node, too.
    if (isClosed) return;
    const others = (await database.query<{ id: string }>(MARK_NODE, [node])).map(({ id }) => id);
    if (otherNodes !== undefined || others.length > 0) otherNodes = others;
  }

  /** Counts the nodes, and reads the values whose change was not notified. */
  async function poll(): Promise<void> {
    await countNodes().catch(ignore);
    await onChange();
    if (otherNodes === undefined) return;
    const ended = await database.query<{ owner: string }>(FIND_ENDED_OWNERS);
    for (const { owner } of ended) await onOwnerEnd(owner);
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
    node,
    start: countNodes,
    values: createValueTable(database, { extend: notifying, channel: () => channel }),
    counters: counters.of,
    acquire: locks.acquire,
    records: createRecordTable(database, {
      owner: ownerOf(options.owner),
      runtime,
      // The machines of nodes have no other clock in common.
      now: () => runtime.machineNow() * 1000,
      pollInterval: RECORD_INTERVAL_MS,
      onOwnerEnd(listener) {
        onOwnerEnd = listener;
      },
    }),
    // A lock ends with its session.
    endOwner: (ended) => onOwnerEnd(ownerOf(ended)),
    watch(listener) {
      onChange = listener;
    },
    otherNodes: () => otherNodes,

    async close() {
      isClosed = true;
      const remove = () => database.query(DELETE_NODE, [node, channel, OTHER_NODES]);
      // Not before the last count, which would mark the node as running.
      if (isNode) await withDeadline(runtime, END_TIME, counting.then(remove)).catch(ignore);
      await database.close();
    },
  };
}

/** The payload of a notification that the number of nodes has changed. Other payloads are names of values. */
const OTHER_NODES = 'other nodes';

/** The notification carries the name only: its size is limited. */
function notifying(change: string, channel: string): string {
  return `
    with changed as (${change}), notified as (select pg_notify(${channel}, name) from changed)
    select changed.* from changed, notified`;
}

/** Milliseconds within which a change reaches a node that was not notified. */
const POLL_INTERVAL = 2000;

const POLLS_PER_PRUNE = 30;

const RECORD_INTERVAL_MS = 50;

/** Milliseconds for the last statement. */
const END_TIME = 1000;

function ignore(): void {}
