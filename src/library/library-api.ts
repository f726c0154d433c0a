import type { Bin, SparringServer } from '../../types/index.ts';
import type { Audit } from '../authorizations/audit/audit.ts';
import type { Lifecycle } from '../authorizations/lifecycle/lifecycle.ts';
import type { Store } from '../authorizations/store.ts';
import { checkAgainst, toMemberName } from '../config/check.ts';
import { UsageError } from '../config/usage-error.ts';
import { readCalls } from '../control/audit.ts';
import { type MessageView, readOutbox } from '../control/outbox.ts';
import { type Fault, FaultRule } from '../fault-rules/rule.ts';
import type { FaultRules } from '../fault-rules/rules.ts';
import type { Journal } from '../journal/journal.ts';
import { createRedaction } from '../journal/redaction.ts';
import type { Labs } from '../labs/labs.ts';
import type { OperationContext } from '../operations/context.ts';
import type { FaultCheck } from '../operations/fault-check.ts';
import { reset } from '../operations/reset.ts';
import { seed } from '../operations/seed.ts';
import type { Runtime } from '../runtime.ts';
import { OperationCaller } from './caller.ts';
import { createLibraryClock } from './clock.ts';
import { toBinName } from './journal/arguments.ts';
import type { LibraryJournalOptions } from './journal/journal-reader.ts';
import { LibraryJournal } from './journal/library-journal.ts';
import { createLibraryLabs } from './labs.ts';
import { createLibrarySnapshots } from './snapshots.ts';

type LibraryApi = Omit<
  SparringServer,
  'url' | 'accountsUrl' | 'controlUrl' | 'port' | 'caPath' | 'close' | typeof Symbol.asyncDispose
>;

export interface LibraryApiOptions {
  readonly runtime: Runtime;
  readonly store: Store;
  readonly faults: FaultRules;
  readonly lifecycle: Lifecycle;
  readonly audit: Audit;
  readonly operations: OperationContext;
  readonly checkFault: FaultCheck;
  /** Undefined when it is disabled. */
  readonly journal: Journal | undefined;
  /** Base of the URLs of bins. */
  readonly url: string;
  readonly labs: Labs;
  readonly isClosed: () => boolean;
  /** Aborted when the server is closed. */
  readonly closed: AbortSignal;
}

/**
 * The methods by which a test controls and reads its server. Each throws UsageError after the server is closed, except
 * those that read the journal.
 */
export function createLibraryApi(options: LibraryApiOptions): LibraryApi {
  const { runtime, store, faults, lifecycle, audit, operations, checkFault } = options;
  const journalOptions = {
    ...options,
    // Not from the random source of the server, which a seed can determine.
    redaction: createRedaction({ salt: Buffer.from(runtime.uniqueId()) }),
  };
  const caller = new OperationCaller(operations, options.isClosed, options.closed);
  const use = <Result>(action: () => Result): Result => caller.use(action);
  const snapshots = createLibrarySnapshots(operations.serverState);
  return {
    clock: createLibraryClock(runtime, caller),
    seed: (data) => caller.call(seed, data),
    reset: () => caller.call(reset, {}),
    snapshot: async () => use(snapshots.take),
    restore: async (snapshot) => use(() => snapshots.restore(snapshot)),
    labs: createLibraryLabs(options.labs, use, options.closed),
    faults: {
      add: async (rule) => use(() => addFault(faults, checkFault, rule)),
      list: () => use(faults.list),
      remove: (id) => use(() => removeFault(faults, id)),
      clear: () => use(() => void faults.clear()),
    },
    lifecycle: {
      set: async (schedule) => use(() => setLifecycle(lifecycle, schedule)),
      describe: (at) => use(() => lifecycle.describe(at)),
      reset: () => use(() => void lifecycle.reset()),
    },
    outbox: async (login) => use(() => readMessages(store, login)),
    audit: async (filter = {}) => use(() => readCalls({ store, audit }, filter, MAX_ENTRIES)),
    journal: new LibraryJournal(journalOptions),
    bin: (key) => createBin(toBinName(key), journalOptions),
  };
}

/** A handle of a bin. The bin itself exists by use. */
function createBin(
  bin: string,
  { url, closed, ...options }: LibraryJournalOptions & Pick<LibraryApiOptions, 'url'>,
): Bin {
  const controller = new AbortController();
  const signal = AbortSignal.any([closed, controller.signal]);
  const journal = new LibraryJournal({ ...options, bin, closed: signal });
  const close = () => {
    options.journal?.clear(bin);
    controller.abort();
  };
  return { url: `${url}/bin/${bin}`, journal, close, [Symbol.dispose]: close };
}

async function addFault(faults: FaultRules, check: FaultCheck, rule: unknown): Promise<Fault> {
  const checked = checkAgainst(FaultRule, rule, (path) => toMemberName(path) || 'The rule');
  const fault = await faults.add(check(checked));
  if (!fault) throw new UsageError('The maximum number of rules is reached; remove a rule first.');
  return fault;
}

async function setLifecycle(lifecycle: Lifecycle, schedule: unknown): Promise<void> {
  const { toGivenSchedule } = await import('../seed/schedule.ts');
  await lifecycle.replace(toGivenSchedule(schedule));
}

/** In a server of one process, the rule is removed before the call returns. */
function removeFault(faults: FaultRules, id: number): boolean {
  const exists = faults.list().some((fault) => fault.id === id);
  void faults.remove(id);
  return exists;
}

async function readMessages(store: Store, login: string | undefined): Promise<MessageView[]> {
  const messages = await readOutbox({ store }, login, MAX_ENTRIES);
  if (!messages) throw new UsageError(`There is no user ${login}.`);
  return messages;
}

/** Maximum number of entries of one list. */
const MAX_ENTRIES = 1000;
