import type { Runtime } from '#runtime.ts';
import type { Attempt } from './attempt.ts';

/** A request to a key, as the process with the keys gets it: data that processes can pass to each other. */
export interface KeyRequest<Definition = unknown> {
  /** What the first request to a key determines; undefined for a request that does not say it. It may be a getter. */
  readonly definition: Definition | undefined;
}

/** What a lab keeps for a key, besides its attempts. */
export interface LabValue<Request = unknown, Result = unknown, Report = unknown> {
  /** Members of the read-back of the key, in front of its attempts. */
  view(): Readonly<Record<string, unknown>>;
  /** @throws HttpError 409 for a request that says another definition. It does not count. */
  check?(request: Request): void;
  /**
   * Whether an attempt in progress is the reason to reject the request: another process may not have reported its end yet. It
   * changes nothing.
   */
  isOccupied?(request: Request): boolean;
  /**
   * Decides on a request, whose attempt it completes.
   * @throws HttpError for a request that counts, and is rejected.
   */
  begin(attempt: Attempt, request: Request): Begun<Result, Report>;
}

/** What the value of a key has decided on a request. */
export interface Begun<Result = unknown, Report = unknown> {
  readonly result: Result;
  /** Decides again when the request has shown more, such as its body. @throws HttpError */
  proceed?(report: Report): Result;
  /** Called once, when the exchange has ended. */
  ended?(attempt: Attempt): void;
}

/**
 * The keys of a lab. They are in the process with the keys, which is the primary process of several workers: parameters and
 * results are data.
 */
export interface KeyType<Request extends KeyRequest = KeyRequest, Result = unknown, Report = unknown> {
  /** Name of the lab. */
  readonly lab: string;
  /** The sentence of 404 for a key that does not exist. */
  missing(key: string): string;
  /** The value of a key that does not exist yet. */
  create(
    key: string,
    definition: NonNullable<Request['definition']>,
    runtime: Pick<Runtime, 'now'>,
  ): LabValue<Request, Result, Report>;
}
