import type { Runtime } from '../runtime.ts';
import type { Connections } from './connection.ts';
import type { PageLink } from './page-link.ts';
import type { RequestsInProgress } from './requests-in-progress.ts';

/** What all exchanges of a server share. */
export interface ExchangeOptions {
  /** Milliseconds without progress after which a streamed response is aborted. */
  readonly idleTimeout: number;
  readonly requests: RequestsInProgress;
  readonly connections: Connections;
  readonly runtime: Pick<Runtime, 'uniqueId' | 'after' | 'nextIteration'>;
  /** The services of the server, with the pages for the navigation. */
  readonly mounts: { readonly pages: readonly PageLink[] };
}
