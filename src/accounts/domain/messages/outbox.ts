import { isSameSecret } from '#http/syntax/credentials.ts';
import type { Runtime } from '#runtime.ts';
import type { SharedState } from '#shared/shared-state.ts';
import type { LimitedMessage, Message, MessageStore, NewMessage, User } from '../../store/index.ts';

/** Text messages and e-mails of the server. They are only stored, where an operator reads them. */
export interface Outbox {
  /**
   * Sends a one-time password. Within a minute of the last message, that message counts as sent again.
   * Null for a user without text messages or a deleted user.
   */
  sendCode(user: User): Promise<Message | null>;
  /** An e-mail as a message to be stored. Undefined for a user without an address. */
  buildMail(user: User, text: string): LimitedMessage | undefined;
  /** Sends an e-mail. Null for a user without an address. */
  sendMail(user: User, text: string): Promise<Message | null>;
}

export interface OutboxOptions {
  readonly runtime: Runtime;
  readonly shared: Pick<SharedState, 'exclusive'>;
  readonly store: MessageStore;
  /** Maximum number of messages of all users. The oldest are deleted first. */
  readonly maxMessages?: number;
}

export function createOutbox({ runtime, shared, store, maxMessages = 1000 }: OutboxOptions): Outbox {
  function limit(message: NewMessage): LimitedMessage {
    return { message, limits: { max: maxMessages, since: message.sentAt - MAX_AGE } };
  }

  async function add({ message, limits }: LimitedMessage): Promise<Message | null> {
    return (await store.add(message, limits)) ?? null;
  }

  function buildMail({ id: userId, email: to }: User, text: string): LimitedMessage | undefined {
    if (to === null) return undefined;
    const message = { userId, channel: 'email', to, text, code: null, expiresAt: null } as const;
    return limit({ ...message, sentAt: runtime.now() });
  }

  async function send(user: User, phone: string): Promise<Message | null> {
    const now = runtime.now();
    const [newest] = await findTextCodes(store, user, now);
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
    return await add(limit(message));
  }

  return {
    async sendCode(user) {
      if (user.twoFactor?.method !== 'sms') return null;
      const { phone } = user.twoFactor;
      // Concurrent calls share one code: the later ones find the message of the first.
      return await shared.exclusive(`code ${user.id} ${phone}`, () => send(user, phone));
    },

    buildMail,

    async sendMail(user, text) {
      const mail = buildMail(user, text);
      return mail ? await add(mail) : null;
    },
  };
}

/** Older messages are deleted. */
const MAX_AGE = 30 * 24 * 60 * 60_000;

const CODE_LIFETIME = 10 * 60_000;

const RESEND_INTERVAL = 60_000;

/** The valid messages with a code to the current number of the user, the newest first. */
export async function findTextCodes(
  store: Pick<MessageStore, 'codes'>,
  { id, twoFactor }: User,
  now: number,
): Promise<Message[]> {
  if (twoFactor?.method !== 'sms') return [];
  return (await store.codes(id, now)).filter(
    // After the clock is set back, a message can be from the future. It proves nothing, except within clock skew.
    ({ channel, to, sentAt }) => channel === 'sms' && to === twoFactor.phone && sentAt - now < MAX_CLOCK_SKEW,
  );
}

/** The messages with this code. All are compared, so the time does not reveal which is similar. */
export function withCode(messages: readonly Message[], code: string): Message[] {
  return messages.filter((message) => message.code !== null && isSameSecret(code, message.code));
}

const MAX_CLOCK_SKEW = 60_000;
