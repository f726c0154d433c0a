import type { Runtime } from '../../runtime.ts';
import type { Message, MessageStore, User } from '../store.ts';
import { codesOf } from './text-code.ts';

/** What the server would send to people. It goes nowhere but into the store, where an operator reads it. */
export interface Outbox {
  /**
   * Sends a one-time password. Within a minute of the last one that one counts as sent again, and no message is added.
   * Null for a user without text messages, or who is gone meanwhile.
   */
  sendCode(user: User): Promise<Message | null>;
  /** Sends an e-mail. Null for a user without an address. */
  sendMail(user: User, text: string): Promise<Message | null>;
}

export interface OutboxOptions {
  readonly runtime: Runtime;
  readonly store: MessageStore;
  /** Of all users together; the oldest are forgotten. */
  readonly mostMessages?: number;
}

export function createOutbox({ runtime, store, mostMessages = 1000 }: OutboxOptions): Outbox {
  const underWay = new Map<string, Promise<Message | null>>();

  async function send(user: User, phone: string): Promise<Message | null> {
    const now = runtime.now();
    const [newest] = await codesOf(store, user, now);
    if (newest && now - newest.sentAt < RESEND_INTERVAL) return newest;
    const code = String(runtime.integer(1_000_000)).padStart(6, '0');
    const message = {
      userId: user.id,
      channel: 'sms',
      to: phone,
      text: `${code} is your Sparring authentication code.`,
      code,
      sentAt: now,
      expiresAt: now + CODE_LIFETIME,
    } as const;
    return (await store.add(message, mostMessages)) ?? null;
  }

  return {
    async sendCode(user) {
      if (user.twoFactor?.method !== 'sms') return null;
      const { phone } = user.twoFactor;
      const key = `${user.id}:${phone}`;
      // Callers that come at once get one code between them.
      const asked = underWay.get(key);
      if (asked) return asked;
      const sending = send(user, phone).finally(() => underWay.delete(key));
      underWay.set(key, sending);
      return sending;
    },
    async sendMail({ id: userId, email: to }, text) {
      if (to === null) return null;
      const message = { userId, channel: 'email', to, text, code: null, expiresAt: null } as const;
      return (await store.add({ ...message, sentAt: runtime.now() }, mostMessages)) ?? null;
    },
  };
}

const CODE_LIFETIME = 10 * 60_000;

const RESEND_INTERVAL = 60_000;
