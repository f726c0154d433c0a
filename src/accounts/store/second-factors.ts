import type { NewSecurityEvent } from './audit.ts';

export interface OneTimePasswordStore {
  /** Marks a time step as used by the user. False when this or a later step was used before (RFC 6238 §5.2). */
  spend(userId: number, step: number): Promise<boolean>;
}

/**
 * Codes that a user can sign in with when the second factor is lost. A method with an event stores the change and the event
 * in one transaction.
 */
export interface RecoveryCodeStore {
  /** Replaces the user's codes by those with these digests. */
  replace(userId: number, digests: readonly string[], event?: NewSecurityEvent): Promise<void>;
  /** Uses a code. False when the user has no such code, or has used it. */
  spend(userId: number, digest: string, event?: NewSecurityEvent): Promise<boolean>;
  /** Number of unused codes. */
  count(userId: number): Promise<number>;
}

/** A text message or e-mail that the server would send. Operators read it in the outbox. */
export interface Message {
  id: number;
  userId: number;
  /** Login of the recipient. */
  login: string;
  channel: 'sms' | 'email';
  /** A telephone number or an e-mail address. */
  to: string;
  text: string;
  /** The code in the message, where it has one that was not used yet. */
  code: string | null;
  /** Milliseconds since the epoch, as the other times. */
  sentAt: number;
  /** When the code expires. */
  expiresAt: number | null;
  /** When the code was used. */
  spentAt: number | null;
}

export interface MessageLimits {
  /** Maximum number of messages of all users. */
  readonly max: number;
  /** Messages that were sent before this time are deleted. Milliseconds since the epoch. */
  readonly since: number;
}

export type NewMessage = Omit<Message, 'id' | 'login' | 'spentAt'>;

/** A message, and the limits for all messages that apply when it is added. */
export interface LimitedMessage {
  readonly message: NewMessage;
  readonly limits: MessageLimits;
}

export interface MessageStore {
  /**
   * Adds the message and deletes the messages of all users that are beyond the limits. Undefined when the user was deleted
   * meanwhile.
   */
  add(message: NewMessage, limits: MessageLimits): Promise<Message | undefined>;
  /** Newest first, of one user or of all. */
  list(max: number, userId?: number): Promise<Message[]>;
  /** The messages of the user with a valid code, newest first. */
  codes(userId: number, at: number): Promise<Message[]>;
  /** Marks the code as used, and erases it from the message. False when it was used before. */
  spend(id: number, at: number): Promise<boolean>;
}
