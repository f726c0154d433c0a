import { HttpError } from '#http/errors/errors.ts';
import type { ExchangeSummary } from '#journal/recording/exchange-summary.ts';

/** A request to a key, as data that processes can pass to each other. */
export interface KeyRequest<Definition = unknown> {
  /** What the first request to a key determines; undefined for a request that does not say it. It may be a getter. */
  readonly definition: Definition | undefined;
}

/** The attempt that a lab decides about. */
export interface DecisionContext {
  readonly key: string;
  /** Number of the attempt at its key, counted from 1. */
  readonly n: number;
  /** Milliseconds since the epoch, by the clock of the server. */
  readonly now: number;
}

/** What a lab has decided about an attempt, as the read-back shows it. */
export interface AttemptOutcome {
  /** Number of the step that the attempt gets, counted from 1; null without one. */
  readonly step: number | null;
  /** What distinguishes callers within the key; null when the key does not distinguish them. */
  readonly caller: string | null;
  /** Further members of the view. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** An error that rejects a request, which counts. */
export type Rejection = Pick<HttpError, 'status' | 'message' | 'problems'>;

export function toRejection({ status, message, problems }: HttpError): Rejection {
  return { status, message, problems };
}

export function toError({ status, message, problems }: Rejection): HttpError {
  return new HttpError(status, message, { problems });
}

/** What a lab has decided: what the endpoint responds by, or why it rejects the request. */
export type Decision<State = unknown, Result = unknown> = {
  /** The state after the request. */
  readonly state: State;
  readonly outcome: AttemptOutcome;
  /** Whether it is rejected because of an attempt in progress: another process may not have reported its end yet. */
  readonly isOccupied?: boolean;
} & (
  | { readonly result: Result; readonly rejection?: undefined }
  | { readonly rejection: Rejection; readonly result?: undefined }
);

/** An attempt whose exchange has ended. */
export interface EndedAttempt {
  readonly n: number;
  readonly exchange: ExchangeSummary;
  /** The status that was chosen for the response, also if no response was sent; 0 if none was chosen. */
  readonly chosenStatus: number;
}

/**
 * How a lab decides: pure functions of the state of a key, which is JSON. A state does not change; a function returns the next
 * one. So they run in any process, and in a transaction.
 */
export interface LabLogic<State = unknown, Request extends KeyRequest = KeyRequest, Result = unknown> {
  /** Name of the lab. */
  readonly lab: string;
  /** The sentence of 404 for a key that does not exist. */
  missing(key: string): string;
  /** The state of a new key. */
  create(definition: NonNullable<Request['definition']>): State;
  /**
   * Compares the definition of a request with that of its key.
   * @returns the state for the request.
   * @throws HttpError 409 for another definition. The request does not count.
   */
  accept(state: State, request: Request, key: string): State;
  /** Decides on a request; again when its body has shown more of it. */
  decide(state: State, request: Request, context: DecisionContext): Decision<State, Result>;
  /** The state after the end of an attempt. Called once for each attempt. */
  ended(state: State, attempt: EndedAttempt): State;
  /** Members of the read-back of the key, in front of its attempts. */
  view(state: State, now: number): Readonly<Record<string, unknown>>;
}
