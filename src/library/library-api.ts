import type { AuditFilter, Bin, SparringServer } from '../../types/index.ts';
import { checkAgainst, toMemberName } from '../config/check.ts';
import { UsageError } from '../config/usage-error.ts';
import { type Fault, FaultRule } from '../fault-rules/rule.ts';
import type { FaultRules } from '../fault-rules/rules.ts';
import type { Journal } from '../journal/journal.ts';
import type { Labs } from '../labs/labs.ts';
import { listCalls } from '../operations/audit.ts';
import type { OperationContext } from '../operations/context.ts';
import type { FaultCheck } from '../operations/fault-check.ts';
import { readLifecycle, replaceLifecycle, resetLifecycle } from '../operations/lifecycle.ts';
import { listMessages } from '../operations/outbox.ts';
import { reset } from '../operations/reset.ts';
import { seed } from '../operations/seed.ts';
import type { Runtime } from '../runtime.ts';
import { OperationCaller } from './caller.ts';
import { createLibraryClock, toTimestamp } from './clock.ts';
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
  readonly faults: FaultRules;
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
  const { runtime, faults, operations, checkFault } = options;
  const journalOptions = { ...options, redaction: operations.redaction };
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
      set: (schedule) => caller.call(replaceLifecycle, toScheduleInput(schedule)).then(() => {}),
      describe: (at) => caller.now(readLifecycle, { at: at === undefined ? undefined : toTimestamp(at) }),
      reset: () => void caller.now(resetLifecycle, {}),
    },
    outbox: async (login) => (await caller.call(listMessages, { login, limit: MAX_MESSAGES })).messages,
    audit: async (filter) => (await caller.call(listCalls, toAuditQuery(filter))).calls,
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

/** In a server of one process, the rule is removed before the call returns. */
function removeFault(faults: FaultRules, id: number): boolean {
  const exists = faults.list().some((fault) => fault.id === id);
  void faults.remove(id);
  return exists;
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
