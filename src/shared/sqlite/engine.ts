import type { Log } from '#http/routing/service.ts';
import type { Runtime } from '#runtime.ts';
import { createCounterTable } from '../database/counters.ts';
import type { StateEngine } from '../database/engine.ts';
import { createRecordTable } from '../database/record-table.ts';
import { createValueTable } from '../database/value-table.ts';
import { SqliteLocks } from './locks.ts';
import { StateFile } from './state-file.ts';

export interface SqliteEngineOptions {
  /** The file of one server, which creates it and removes it. */
  readonly location: string;
  /** Names this process among those of the server. */
  readonly owner: string;
  readonly runtime: Runtime;
  readonly log: Log;
}

/** The shared state of the processes of a machine, in a SQLite file. */
export async function openSqliteEngine({
  location,
  owner,
  runtime,
  log,
}: SqliteEngineOptions): Promise<StateEngine> {
  const file = await StateFile.open(location, runtime, log);
  const counters = createCounterTable(file);
  const locks = new SqliteLocks(file, owner, runtime);
  let onChange: () => Promise<void> = async () => {};
  let isClosed = false;
  let onOwnerEnd: (owner: string) => Promise<void> = async () => {};

  /** Finds changes of which no message has come. */
  async function poll(): Promise<void> {
    let last: number | undefined;
    for (let count = 1; !isClosed; count++) {
      await new Promise<void>((resolve) => runtime.after(POLL_INTERVAL_MS, resolve));
      if (isClosed) return;
      const version = await file.readDataVersion().catch(ignore);
      if (version !== last) await onChange().catch(ignore);
      last = version ?? last;
      if (count % POLLS_PER_PRUNE === 0) await counters.prune().catch(ignore);
    }
  }
  void poll();

  return {
    node: undefined,
    async start() {},
    values: createValueTable(file),
    counters: counters.of,
    acquire: (name) => locks.acquire(name),
    records: createRecordTable(file, {
      owner,
      runtime,
      now: runtime.systemMonotonic,
      pollInterval: RECORD_INTERVAL_MS,
      onOwnerEnd(listener) {
        onOwnerEnd = listener;
      },
    }),
    async endOwner(ended) {
      await Promise.all([locks.releaseAll(ended), onOwnerEnd(ended)]);
    },
    watch(listener) {
      onChange = listener;
    },
    otherNodes: () => undefined,
    async close() {
      isClosed = true;
      file.close();
    },
  };
}

const POLL_INTERVAL_MS = 250;

const RECORD_INTERVAL_MS = 10;

const POLLS_PER_PRUNE = 240;

function ignore(): void {}
