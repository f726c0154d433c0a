import type { AuditFilter } from '#types/index.ts';

/** Calls of the API that were equal and came within a short time, usually one. It contains no secrets. */
export interface AuditedCall {
  /** Times of the first and the last call. Milliseconds since the epoch. */
  firstAt: number;
  lastAt: number;
  count: number;
  /** Login of the caller, where it was known by the end of the call. */
  login: string | null;
  /** Client id of the application that called or that the call was about. */
  clientId: string | null;
  userAgent: string | null;
  address: string;
  method: string;
  /** The template of the path, never the path itself, which may contain a token. */
  path: string;
  status: number;
  isDeprecated: boolean;
}

/** The calls of one program, as one user, to one endpoint. */
export interface AuditedUse {
  userAgent: string | null;
  login: string | null;
  clientId: string | null;
  method: string;
  path: string;
  count: number;
  /** Number of calls with a status of 400 or above. */
  refused: number;
  firstAt: number;
  lastAt: number;
}

/** A change of an account by its user, or in the name of the user. */
export interface SecurityEvent {
  id: number;
  userId: number;
  /** Such as `oauth_access.create`. */
  action: string;
  /** The changed object in words: the note of a token, the name of an application. */
  subject: string | null;
  address: string;
  userAgent: string | null;
  /** Milliseconds since the epoch. */
  at: number;
}

export type NewSecurityEvent = Omit<SecurityEvent, 'id'>;

/** All events, without a member. */
export interface SecurityEventFilter {
  /** Only those with a smaller id. */
  readonly before?: number | undefined;
  readonly action?: string | undefined;
}

/**
 * The event that is added with a change, in one transaction: both are stored, or neither is. It gets the record as it is
 * after the change.
 */
export type EventOf<Changed> = (changed: Changed) => NewSecurityEvent;

/** Maximum number of events of a user. The oldest are deleted first. Between two deletions there can be a few more. */
export const MAX_EVENTS_OF_USER = 1000;

export interface AuditStore {
  /** Adds the calls and deletes the oldest rows beyond `max`. */
  addCalls(calls: readonly AuditedCall[], max: number): Promise<void>;
  /** Newest first. */
  calls(filter: AuditFilter, max: number): Promise<AuditedCall[]>;
  /** Calls by program, user and endpoint, latest first. */
  uses(filter: AuditFilter, max: number): Promise<AuditedUse[]>;
  /** Adds the event, and with some of the events deletes the user's oldest events beyond the maximum. */
  addEvent(event: NewSecurityEvent, maxOfUser?: number): Promise<void>;
  /** Newest first. */
  events(userId: number, max: number, filter?: SecurityEventFilter): Promise<SecurityEvent[]>;
}
