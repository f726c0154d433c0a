import type { Runtime } from '../runtime.ts';
import type { Connections } from './connection.ts';
import type { PageLink } from './page-link.ts';
import type { RequestsInProgress } from './requests-in-progress.ts';

/** What all exchanges of a port share. */
export interface ExchangeServer {
  /** Milliseconds without progress after which a streamed response is aborted. */
  readonly idleTimeout: number;
  /** All requests of the server that are in progress. */
  readonly requests: RequestsInProgress;
  readonly connections: Connections;
  readonly runtime: Pick<Runtime, 'uniqueId' | 'monotonic' | 'after' | 'nextIteration'>;
  /** The pages of all services, for the navigation. */
  readonly routes: { readonly pages: readonly PageLink[] };
}
