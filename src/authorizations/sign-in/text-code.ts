import { isSameSecret } from '../../http/credentials.ts';
import type { Message, MessageStore, User } from '../store.ts';

/** The messages with a code that was sent to the user's present number and is good now, the newest first. */
export async function codesOf(store: MessageStore, { id, twoFactor }: User, now: number): Promise<Message[]> {
  if (twoFactor?.method !== 'sms') return [];
  return (await store.codes(id, now)).filter(
    // A clock that was set back makes codes of the future, which prove nothing; other machines may be a little ahead.
    ({ channel, to, sentAt }) => channel === 'sms' && to === twoFactor.phone && sentAt - now < MOST_AHEAD,
  );
}

/** The messages whose code this is. All are compared, so that time does not tell which was near. */
export function withCode(messages: readonly Message[], code: string): Message[] {
  return messages.filter((message) => message.code !== null && isSameSecret(code, message.code));
}

const MOST_AHEAD = 60_000;
