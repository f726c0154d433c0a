import { createPassword } from '../password.ts';
import type { Runtime } from '../runtime.ts';
import type { Address } from './addresses.ts';
import type { Passwords } from './passwords.ts';
import type { Store, User } from './store.ts';

export interface FirstPassword {
  /** What is kept of it. */
  readonly passwordHash: string;
  /** Sends it to the user it became the password of: it is nowhere else. */
  send(user: User, address: Address): Promise<void>;
}

export interface FirstPasswordParts {
  readonly runtime: Runtime;
  readonly store: Pick<Store, 'messages'>;
  readonly passwords: Pick<Passwords, 'hash'>;
}

/** Of a user whom somebody else makes: an operator finds it in the outbox and hands it on. */
export async function createFirstPassword(parts: FirstPasswordParts): Promise<FirstPassword> {
  const { runtime, store, passwords } = parts;
  const password = createPassword(runtime);
  return {
    passwordHash: await passwords.hash(password),
    async send({ id, login, email }, { web }) {
      await store.messages.add(
        {
          userId: id,
          channel: 'email',
          to: email ?? login,
          text: `You have an account at ${web}. Sign in as ${login} with the password ${password}`,
          code: null,
          sentAt: runtime.now(),
          expiresAt: null,
        },
        MOST_MESSAGES,
      );
    },
  };
}

const MOST_MESSAGES = 1000;
