import type { ReleaseProfile } from '#accounts/domain/release-profiles/release-profile.ts';
import type { Addresses } from '#accounts/domain/request/addresses.ts';
import type { Release } from '#concurrency.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { declareFor } from '#http/routing/endpoint.ts';
import type { LiveFeed } from '#journal/reading/live-feed.ts';
import type { OperationContext } from '../operations/declaration/context.ts';
import type { PageAccess } from './access.ts';
import type { ScriptLoader } from './script-loader.ts';

/** The metrics of the server as text. */
export interface Metrics {
  read(): Promise<{ readonly contentType: string; readonly text: string }>;
  close(): void;
}

/** The dependencies of the endpoints of the control API. */
export interface ControlContext {
  readonly operations: OperationContext;
  readonly addresses: Addresses;
  readonly release: Pick<ReleaseProfile, 'name'>;
  readonly metrics: Metrics;
  /** The readers of the live journal. */
  readonly liveFeed: LiveFeed;
  /** Counts a reader until it releases the result; undefined when there are too many. */
  acquireFeed(): Release | undefined;
  /** Whether a request has the form of one of a program on this machine. */
  isLocal(exchange: Exchange): boolean;
  readonly pages: ControlPages;
  readonly mainPort: MainPort;
  /** Number of open connections, on all ports. */
  connections(): Promise<number>;
  /** Most entries that the journal keeps; 0 without it. */
  readonly journalEntries: number;
}

/** The port with the testing service and the documentation. */
export interface MainPort {
  /** The origin by which the caller of the control API reaches the port. */
  originFor(exchange: Exchange): string;
  /** Undefined if the control API has no port of its own. */
  number(): number | undefined;
}

/** What the pages of the control API need. */
export interface ControlPages {
  /** The token by which the pages call the control API. */
  token(): Promise<string>;
  /** Whether a form has the token. */
  isToken(text: string): boolean;
  readonly scripts: ScriptLoader;
}

export const endpoint = declareFor<ControlContext>();

/** Declares a page. `caller` is what the page may contain. */
export const pageEndpoint = declareFor<ControlContext, PageAccess>();

/** Declares an endpoint for forms of the pages, which browsers send without a script. */
export const formEndpoint = declareFor<ControlContext, undefined, 'access'>({ access: 'form' });

/** Declares an endpoint for scripts of the pages. */
export const scriptEndpoint = declareFor<ControlContext, undefined, 'access'>({ access: 'script' });
