import type { Runtime } from '#runtime.ts';
import type { Connections } from '../transport/connections/connection.ts';
import type { RequestsInProgress } from '../transport/requests-in-progress.ts';
import type { PageLink } from './page-link.ts';
import type { ReceivedRequest } from './received-request.ts';

/** What all exchanges of a port share. */
export interface ExchangeServer {
  /** Milliseconds without progress after which a streamed response is aborted. */
  readonly idleTimeout: number;
  /** All requests of the server that are in progress. */
  readonly requests: RequestsInProgress;
  readonly connections: Connections;
  readonly runtime: Pick<Runtime, 'uniqueId' | 'monotonic' | 'after' | 'wait' | 'nextIteration'>;
  /** The name of a further header field that names the bin of a request, in lower case. */
  readonly binHeader?: string | undefined;
  /** The prefix that a trusted proxy has removed from the path of the request; undefined without one. */
  readonly forwardedPrefix?: ((request: ReceivedRequest) => string | undefined) | undefined;
  /** The pages that a host serves, for the navigation. */
  readonly routes: { pagesAt(authority: string): readonly PageLink[] };
}
