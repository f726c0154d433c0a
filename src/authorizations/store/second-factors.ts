export interface OneTimePasswordStore {
  /** Marks a time step as used by this user; false when it, or a later one, was used before (RFC 6238 §5.2). */
  spend(userId: number, step: number): Promise<boolean>;
}

/** Codes that a user keeps on paper, for the day the second factor is lost. */
export interface RecoveryCodeStore {
  /** The user's codes are these from now on, given as digests. */
  replace(userId: number, digests: readonly string[]): Promise<void>;
  /** False when the user has no such code, or has spent it. */
  spend(userId: number, digest: string): Promise<boolean>;
  /** How many are left unspent. */
  count(userId: number): Promise<number>;
}

/** What the server would send by text message or e-mail: an operator reads it here. */
export interface Message {
  id: number;
  userId: number;
  /** Of the user it is for. */
  login: string;
  channel: 'sms' | 'email';
  /** A telephone number or an e-mail address. */
  to: string;
  text: string;
  /** The code alone, where the message brings one. */
  code: string | null;
  /** Milliseconds since the epoch, as are the others. */
  sentAt: number;
  /** When the code is worth nothing any more. */
  expiresAt: number | null;
  /** When the code was used first. */
  spentAt: number | null;
}

export type NewMessage = Omit<Message, 'id' | 'login' | 'spentAt'>;

export interface MessageStore {
  /** Adds the message and forgets the oldest beyond `most` of all users. Undefined when the user is gone meanwhile. */
  add(message: NewMessage, most: number): Promise<Message | undefined>;
  /** The newest first, of one user or of all. */
  list(most: number, userId?: number): Promise<Message[]>;
  /** Those of the user with a code that is good at this moment, the newest first. */
  codes(userId: number, at: number): Promise<Message[]>;
  /** Marks the code as used; false when it was used before. */
  spend(id: number, at: number): Promise<boolean>;
}
