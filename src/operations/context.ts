import type { SharedClock } from '../cluster/shared-clock.ts';
import type { Runtime } from '../runtime.ts';
import type { ServerState } from './server-state.ts';
import type { SnapshotRegistry } from './snapshot-registry.ts';

/** The dependencies of the operations. */
export interface OperationContext {
  readonly runtime: Runtime;
  readonly clock: SharedClock;
  readonly serverState: ServerState;
  readonly snapshots: SnapshotRegistry;
}
