import type { Runtime } from '#runtime.ts';
import type { HttpError } from '../errors/errors.ts';
import type { Exchange, ResponseFormat } from '../message/exchange.ts';
import type { Endpoint, Strictness } from './endpoint.ts';
import type { ServiceDocumentation } from './service-documentation.ts';

/** The rules of operators for the requests of one service, by phase. A phase without rules is null: it costs a request one comparison. */
export interface ServiceRules {
  /**
   * Called for each request after routing, unknown paths included. Undefined for a request to which no rule applies;
   * otherwise resolves with whether the response has been sent, so that no endpoint is called.
   * @param isKnown whether the path has an endpoint, or is redirected to one.
   */
  readonly request: ((exchange: Exchange, isKnown: boolean) => Promise<boolean> | undefined) | null;
}

/** Responds to requests that no endpoint handles. */
export interface ServiceFallback {
  /** Handles OPTIONS of a known path; `allow` is the value of `Allow`. */
  options(exchange: Exchange, allow: string): void;
  /** Handles an unknown path, or with `allow` an unsupported method. Default: 404 and 405. */
  unmatched?(exchange: Exchange, allow: string | undefined): void | Promise<void>;
  /** Handles a path with repeated slashes if the path without them exists. */
  mergedSlashes?(exchange: Exchange, merged: string): void;
}

/** A service, as the kernel uses it. */
export interface Service {
  readonly name: string;
  readonly documentation: ServiceDocumentation;
  /** What a wing above the kernel knows of the service. The wing recognizes it by its class. */
  readonly extension?: object;
  /** The prefix of the paths that the service handles, also unknown ones: `` or `/api/v3`. */
  readonly prefix: string;
  /** Further prefixes of paths that the service handles. */
  readonly otherPrefixes?: readonly string[];
  readonly endpoints: readonly Endpoint[];
  /** How queries are checked, unless an endpoint declares it. */
  readonly strictQuery?: Strictness;
  /** Maximum body size in bytes, if lower than the limit of the server. */
  readonly maxBodySize?: number;
  /**
   * `path`: the path is decoded before it is split into segments, so `%2F` is a separator, as in WSGI.
   * `segment`: the path is split first, so `%2F` is part of a segment (RFC 3986 §2.2).
   */
  readonly pathDecoding: 'path' | 'segment';
  /** Passed to handlers as `service`. */
  readonly context: unknown;
  /** Requests that may use any host, even if the server has a list of allowed hosts. */
  readonly anyHost?: 'always' | 'with-credentials';
  /**
   * Whether the limit of requests in progress does not apply. Such a service has a mount of its own, rejects
   * unauthorized requests before it waits, and limits the authorized ones that wait.
   */
  readonly isUnlimited?: true;
  /** Whether paths with a slash at the end are redirected to the path without it, if that exists. */
  readonly redirectsSlash?: true;
  /**
   * What the prefix of a scope in front of a path of the service means, if the service is not recorded. `outside`: the path is
   * that of no scope. `absent`: the path is an unknown one of the scope. By default, it is an unknown one that the service owns.
   */
  readonly inScopes?: 'outside' | 'absent';
  /** Whether the journal records the exchanges of the service. */
  readonly isRecorded?: true;
  /** The format of all responses, errors included. */
  readonly format: ResponseFormat;
  readonly fallback: ServiceFallback;
  /** The HTTP error for an error of a dependency; undefined for an unexpected error. */
  toHttpError?(error: unknown): HttpError | undefined;
  /** Rules of operators, which apply to requests of the service. */
  readonly rules?: ServiceRules;
  /** Authenticates a request before it is decoded. Returns the `caller` for the handler; throws to reject the request. */
  authenticate?(exchange: Exchange, endpoint: Endpoint): unknown;
  /** Completes the work in progress, before the storage closes. */
  close?(): Promise<void>;
}

/** Dependencies of every service. */
export interface ServiceDependencies {
  readonly runtime: Runtime;
  readonly log: Log;
}

export interface Log {
  info(message: string, details?: object): void;
  warn(message: string, details?: object): void;
  error(message: string, details?: object): void;
}
