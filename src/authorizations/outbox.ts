import type { Message, User } from './store.ts';

/** What the server would send to people. It goes nowhere but into the store, where an operator reads it. */
export interface Outbox {
  /** Sends a one-time password; within a minute of the last one the same again. Null for a user without text messages. */
  sendCode(user: User): Promise<Message | null>;
}
