import type { Exchange } from '#http/message/exchange.ts';
import type { Authorization } from '../../store/index.ts';

/** The calls of an hour that are left. */
export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds since the epoch. */
  readonly reset: number;
}

/** State of one request. Authentication and handlers record it; response headers and the audit read it. */
export interface RequestState {
  /** Login of the authenticated user. */
  readonly login?: string;
  /** The application that calls, or that the call is about. */
  readonly clientId?: string | undefined;
  /** The token of the caller; undefined for a password. */
  readonly token?: Authorization | undefined;
  /** The scope that the endpoint requires of a token. */
  readonly acceptedScope?: string;
  /** The rate limit that the call counts against, where calls are counted. */
  readonly quota?: Quota;
}

/** The state of each request, for as long as its exchange lives. */
export interface RequestStates {
  of(exchange: Exchange): RequestState;
  /** Adds to the state, and replaces members that are set already. */
  record(exchange: Exchange, state: RequestState): void;
}

export function createRequestStates(): RequestStates {
  const states = new WeakMap<Exchange, RequestState>();
  return {
    of: (exchange) => states.get(exchange) ?? EMPTY,
    record: (exchange, state) => void states.set(exchange, { ...states.get(exchange), ...state }),
  };
}

const EMPTY: RequestState = {};
