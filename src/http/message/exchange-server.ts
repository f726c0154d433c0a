import type { Runtime } from '#runtime.ts';
import type { ReceivedRequest } from './received-request.ts';
import type { RequestsInProgress } from './requests-in-progress.ts';

/** What is known of a service that clients reach at a host. */
export interface ReachableService {
  readonly name: string;
  readonly extension?: object;
}

/** What all exchanges of a port share. */
export interface ExchangeServer {
  /** All requests of the server that are in progress. */
  readonly requests: RequestsInProgress;
  readonly runtime: Pick<Runtime, 'uniqueId' | 'monotonic' | 'after' | 'wait'>;
  /** The prefix that a trusted proxy has removed from the path of the request; undefined without one. */
  readonly forwardedPrefix?: ((request: ReceivedRequest) => string | undefined) | undefined;
  readonly routes: {
    /** The services that a host has. */
    servicesAt(authority: string): readonly ReachableService[];
  };
}
