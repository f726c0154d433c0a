import type { Audit } from '../authorizations/audit/audit.ts';
import type { Lifecycle } from '../authorizations/lifecycle/lifecycle.ts';
import type { Store } from '../authorizations/store.ts';
import type { SharedClock } from '../cluster/shared-clock.ts';
import type { Runtime } from '../runtime.ts';
import type { ServerState } from './server-state.ts';
import type { SnapshotRegistry } from './snapshot-registry.ts';

/** The dependencies of the operations. */
export interface OperationContext {
  readonly runtime: Runtime;
  readonly clock: SharedClock;
  readonly store: Store;
  readonly lifecycle: Lifecycle;
  readonly audit: Pick<Audit, 'flush'>;
  readonly serverState: ServerState;
  readonly snapshots: SnapshotRegistry;
}
