import type { Audit } from '#accounts/domain/audit/audit.ts';
import type { Lifecycle } from '#accounts/domain/lifecycle/lifecycle.ts';
import type { Passwords } from '#accounts/domain/sign-in/passwords.ts';
import type { Store } from '#accounts/store/index.ts';
import type { Release } from '#concurrency.ts';
import type { JournalSource } from '#journal/reading/journal-source.ts';
import type { Journal } from '#journal/recording/journal.ts';
import type { JournalStarts } from '#journal/recording/journal-starts.ts';
import type { Redaction } from '#journal/views/redaction.ts';
import type { RuleService } from '#rules/rule.ts';
import type { RuleSet } from '#rules/rule-set.ts';
import type { Runtime } from '#runtime.ts';
import type { FindNode } from '#shared/node.ts';
import type { SharedClock } from '#shared/shared-clock.ts';
import type { Labs } from '#testing/labs/keys/labs.ts';
import type { Limits } from '#testing/responses/composition/compose-plan.ts';
import type { BinRegistry } from '../state/bin-registry.ts';
import type { RequestClaims } from '../state/request-claims.ts';
import type { ScopeRegistry } from '../state/scope-registry.ts';
import type { ServerConnection } from '../state/server-connection.ts';
import type { ServerState } from '../state/server-state.ts';
import type { SnapshotRegistry } from '../state/snapshot-registry.ts';

/** The route of a request, as rules need it. */
export interface FoundRoute {
  /** The service whose rules apply; null for the control API, which no rule acts on. */
  readonly service: RuleService | null;
  /** The template of the endpoint; null for an unknown path, and for a redirect. */
  readonly endpoint: string | null;
  /** Whether the path has an endpoint, or is redirected to one. */
  readonly isKnown: boolean;
}

/** The dependencies of the operations. */
export interface OperationContext {
  readonly runtime: Runtime;
  readonly clock: SharedClock;
  readonly store: Store;
  readonly lifecycle: Lifecycle;
  readonly audit: Pick<Audit, 'flush'>;
  readonly passwords: Passwords;
  readonly rules: RuleSet;
  /** The bins that were made, without those that only their requests have made. */
  readonly bins: BinRegistry;
  /** The limits of composed responses. */
  readonly responseLimits: Limits;
  readonly labs: Labs;
  readonly serverState: ServerState;
  readonly snapshots: SnapshotRegistry;
  /** The journal of all processes of the server; undefined when it is disabled. */
  readonly journal: JournalSource | undefined;
  /** The journal of this process, in a server of one process. */
  readonly localJournal: Journal | undefined;
  /** Identifies the journal, from the start of the server to its end: 6 characters. */
  readonly run: string;
  readStarts(): JournalStarts;
  /** Masks credentials in entries of the journal. */
  readonly redaction: Redaction;
  /** The name of a further header field that names the bin of a request. */
  readonly binHeader: string | undefined;
  /** Counts a caller that waits for requests until it releases the result; undefined when too many wait. */
  acquireWait(): Release | undefined;
  /**
   * What the main port knows of a request by its target.
   * @param host the value of `Host`.
   */
  findRoute(target: string, host: string | undefined): FoundRoute;
  readonly connection: ServerConnection;
  /** The bins of tests. */
  readonly scopes: ScopeRegistry;
  /** What the callers of waits have taken. */
  readonly claims: RequestClaims;
  /** The number of this worker; undefined in a server without workers. */
  readonly worker: number | undefined;
  /** The name of this node; undefined of the only one. */
  readonly findNode: FindNode;
  /** Version of the package. */
  readonly version: string;
}

/** The dependencies of operations on the database, which commands also call without a server. */
export type StoreContext = Pick<OperationContext, 'runtime' | 'store' | 'audit' | 'passwords'>;
