import type { AuthorizationContext } from '../authorizations/context.ts';
import type { SharedState } from '../cluster/shared-state.ts';
import { Waiters } from '../journal/match/waiters.ts';
import { createRedaction } from '../journal/views/redaction.ts';
import { version } from '../version.ts';
import type { OperationContext } from './context.ts';
import { createServerState, type ServerStateOptions } from './server-state.ts';
import { createSnapshotRegistry } from './snapshot-registry.ts';

export interface OperationsOptions extends ServerStateOptions {
  readonly accounts: AuthorizationContext;
  readonly shared: SharedState;
}

/** Creates what the operations of a server need. A reset restores the state at the time of this call. */
export function createOperationContext(options: OperationsOptions): OperationContext {
  const { accounts, shared, clock, rules, labs, journal } = options;
  const { runtime, store, lifecycle, audit } = accounts;
  const serverState = createServerState(options);
  return {
    runtime,
    clock,
    store,
    lifecycle,
    audit,
    rules,
    labs,
    serverState,
    snapshots: createSnapshotRegistry(serverState, shared),
    journal,
    // Not from the random source of the server, which a seed can determine.
    redaction: createRedaction({ salt: Buffer.from(runtime.uniqueId()) }),
    waiters: new Waiters(runtime, MAX_WAITERS),
    worker: shared.worker,
    version,
  };
}

/** Maximum number of callers that wait for requests. */
const MAX_WAITERS = 100;
