import type { AuditFilter, Bin, SparringServer } from '../../types/index.ts';
import { listCalls } from '../operations/audit.ts';
import type { OperationContext } from '../operations/context.ts';
import { addFault, clearFaults, deleteFault } from '../operations/faults.ts';
import { readLifecycle, replaceLifecycle, resetLifecycle } from '../operations/lifecycle.ts';
import { listMessages } from '../operations/outbox.ts';
import { reset } from '../operations/reset.ts';
import { seed } from '../operations/seed.ts';
import { OperationCaller } from './caller.ts';
import { checkArgument } from './check-argument.ts';
import { createLibraryClock, toTimestamp } from './clock.ts';
import type { LibraryJournalOptions } from './journal/journal-reader.ts';
import { LibraryJournal } from './journal/library-journal.ts';
import { BinKey } from './journal/options.ts';
import { createLibraryLabs } from './labs.ts';
import { createLibrarySnapshots } from './snapshots.ts';

type LibraryApi = Omit<
  SparringServer,
  'url' | 'accountsUrl' | 'controlUrl' | 'port' | 'caPath' | 'close' | typeof Symbol.asyncDispose
>;

export interface LibraryApiOptions {
  readonly operations: OperationContext;
  /** Base of the URLs of bins. */
  readonly url: string;
  readonly isClosed: () => boolean;
  /** Aborted when the server is closed. */
  readonly closed: AbortSignal;
}

/**
 * The methods by which a test controls and reads its server. Each throws UsageError after the server is closed, except
 * those that read the journal.
 */
export function createLibraryApi(options: LibraryApiOptions): LibraryApi {
  const { operations: context, url, isClosed, closed } = options;
  const { runtime, rules, labs, serverState } = context;
  const caller = new OperationCaller(context, isClosed, closed);
  const use = <Result>(action: () => Result): Result => caller.use(action);
  const snapshots = createLibrarySnapshots(serverState);
  return {
    clock: createLibraryClock(runtime, caller),
    seed: (data) => caller.call(seed, data),
    reset: () => caller.call(reset, {}),
    snapshot: async () => use(snapshots.take),
    restore: async (snapshot) => use(() => snapshots.restore(snapshot)),
    labs: createLibraryLabs(labs, caller),
    faults: {
      add: (rule) => caller.call(addFault, rule),
      list: () => use(rules.list),
      remove: (id) => {
        const exists = use(rules.list).some((rule) => rule.id === id);
        if (exists) void caller.call(deleteFault, { id });
        return exists;
      },
      clear: () => void caller.now(clearFaults, {}),
    },
    lifecycle: {
      set: (schedule) => caller.call(replaceLifecycle, toScheduleInput(schedule)).then(() => {}),
      describe: (at) => caller.now(readLifecycle, { at: at === undefined ? undefined : toTimestamp(at) }),
      reset: () => void caller.now(resetLifecycle, {}),
    },
    outbox: async (login) => (await caller.call(listMessages, { login, limit: MAX_MESSAGES })).messages,
    audit: async (filter) => (await caller.call(listCalls, toAuditQuery(filter))).calls,
    journal: new LibraryJournal({ context, closed }),
    bin: (key) => createBin(checkArgument(BinKey, key, 'The key of a bin'), { context, closed, url }),
  };
}

/** A handle of a bin. The bin itself exists by use. */
function createBin(
  bin: string,
  { context, closed, url }: LibraryJournalOptions & Pick<LibraryApiOptions, 'url'>,
): Bin {
  const controller = new AbortController();
  const signal = AbortSignal.any([closed, controller.signal]);
  const journal = new LibraryJournal({ context, bin, closed: signal });
  const close = () => {
    context.journal?.clear(bin);
    controller.abort();
  };
  return { url: `${url}/bin/${bin}`, journal, close, [Symbol.dispose]: close };
}

/** A schedule is the name of a preset, or phases. */
function toScheduleInput(schedule: unknown): object {
  if (typeof schedule !== 'object' || schedule === null) return { preset: schedule };
  const { $schema: _, ...phases }: { $schema?: unknown } = schedule;
  return phases;
}

function toAuditQuery({ login, clientId, userAgent, since, deprecatedOnly }: AuditFilter = {}): object {
  return {
    login,
    client_id: clientId,
    user_agent: userAgent,
    since: since === undefined ? undefined : toTimestamp(since),
    deprecated: String(deprecatedOnly ?? false),
    limit: MAX_CALLS,
  };
}

const MAX_MESSAGES = 1000;
const MAX_CALLS = 1000;
