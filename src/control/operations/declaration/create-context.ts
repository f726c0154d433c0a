import { hash } from 'node:crypto';
import type { AuthorizationContext } from '#accounts/domain/context.ts';
import { Semaphore } from '#concurrency.ts';
import { JournalSource } from '#journal/reading/journal-source.ts';
import type { Journal } from '#journal/recording/journal.ts';
import { createRedaction } from '#journal/views/redaction.ts';
import type { FindNode } from '#shared/node.ts';
import type { SharedState } from '#shared/shared-state.ts';
import type { Limits } from '#testing/responses/composition/compose-plan.ts';
import { version } from '#version.ts';
import { createBinRegistry } from '../state/bin-registry.ts';
import { RequestClaims } from '../state/request-claims.ts';
import { ScopeRegistry } from '../state/scope-registry.ts';
import type { ServerConnection } from '../state/server-connection.ts';
import { ServerState, type ServerStateOptions } from '../state/server-state.ts';
import { SnapshotRegistry } from '../state/snapshot-registry.ts';
import type { OperationContext } from './context.ts';

export interface OperationsOptions extends Omit<ServerStateOptions, 'journal' | 'bins'> {
  readonly accounts: AuthorizationContext;
  readonly shared: SharedState;
  /** The journal of this process; undefined when it is disabled. */
  readonly journal: Journal | undefined;
  readonly responseLimits: Limits;
  readonly findNode: FindNode;
  readonly binHeader: string | undefined;
  readonly connection: ServerConnection;
  readonly findRoute: OperationContext['findRoute'];
  /** The salt of the masks of credentials; by default, a random value. */
  readonly maskSalt?: string | undefined;
}

/** Creates what the operations of a server need. A reset restores the state at the time of this call. */
export function createOperationContext(options: OperationsOptions): OperationContext {
  const { accounts, shared, clock, rules, labs, maskSalt } = options;
  const { runtime, store, lifecycle, audit, passwords } = accounts;
  // Not from the random source of the server, which a seed can determine.
  const salt = maskSalt ?? runtime.uniqueId();
  const redaction = createRedaction({ salt: Buffer.from(salt) });
  const journal = options.journal && new JournalSource(options.journal, runtime);
  const bins = createBinRegistry(shared, runtime);
  const start = { id: 1, at: runtime.machineNow() };
  const claims = new RequestClaims();
  const waits = new Semaphore(MAX_WAITS);
  const serverState = new ServerState({ ...options, journal, bins });
  return {
    runtime,
    clock,
    store,
    lifecycle,
    audit,
    passwords,
    rules,
    bins,
    responseLimits: options.responseLimits,
    labs,
    serverState,
    snapshots: new SnapshotRegistry(serverState, shared),
    journal,
    localJournal: shared.worker === undefined ? options.journal : undefined,
    run: hash('sha256', `run ${options.journal?.name ?? salt}`).slice(0, 6),
    readStarts: () => ({
      store: options.journal?.name === undefined ? 'memory' : 'database',
      starts: options.journal?.starts ?? [start],
    }),
    redaction,
    acquireWait: () => waits.tryAcquire(),
    worker: shared.worker,
    findNode: options.findNode,
    binHeader: options.binHeader,
    connection: options.connection,
    scopes: new ScopeRegistry(runtime, options.binHeader, async (key) => {
      claims.clear(key);
      await Promise.all([rules.clear(key), rules.unmatched.setMode(key, null), bins.remove(key)]);
    }),
    claims,
    findRoute: options.findRoute,
    version,
  };
}

/** Maximum number of callers that wait for requests in one process. */
const MAX_WAITS = 1000;
