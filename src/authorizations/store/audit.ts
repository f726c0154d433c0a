/** Calls of the API that were alike and came together, one as a rule. Never a secret in it. */
export interface AuditedCall {
  /** Of the first and the last of them. Milliseconds since the epoch. */
  firstAt: number;
  lastAt: number;
  count: number;
  /** Login of whoever called, where it was known by the end of the call. */
  login: string | null;
  /** Client id of the application that called or that the call was about. */
  clientId: string | null;
  userAgent: string | null;
  address: string;
  method: string;
  /** The template of the path, never the path itself: that may carry a token. */
  path: string;
  status: number;
  isDeprecated: boolean;
}

/** What one program did, as one user, with one endpoint. */
export interface AuditedUse {
  userAgent: string | null;
  login: string | null;
  clientId: string | null;
  method: string;
  path: string;
  count: number;
  /** How many of them were refused. */
  refused: number;
  firstAt: number;
  lastAt: number;
}

export interface AuditFilter {
  readonly login?: string | undefined;
  readonly clientId?: string | undefined;
  /** A part of it, in any case. */
  readonly userAgent?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly since?: number | undefined;
  readonly deprecatedOnly?: boolean | undefined;
}

/** What the user, or somebody in his name, did to his account. */
export interface SecurityEvent {
  id: number;
  userId: number;
  /** Such as `oauth_access.create`. */
  action: string;
  /** What it was done to, in words: the note of a token, the name of an application. */
  subject: string | null;
  address: string;
  userAgent: string | null;
  /** Milliseconds since the epoch. */
  at: number;
}

export interface AuditStore {
  /** Adds the calls and forgets the oldest rows beyond `most`. */
  addCalls(calls: readonly AuditedCall[], most: number): Promise<void>;
  /** The newest first. */
  calls(filter: AuditFilter, most: number): Promise<AuditedCall[]>;
  /** Who does what, the latest first. */
  uses(filter: AuditFilter, most: number): Promise<AuditedUse[]>;
  /** Adds the event and forgets the user's oldest beyond `mostOfUser`. */
  addEvent(event: Omit<SecurityEvent, 'id'>, mostOfUser: number): Promise<void>;
  /** The newest first, those with a smaller id than `before` where it is given. */
  events(userId: number, most: number, before?: number): Promise<SecurityEvent[]>;
}
