import type { Controlled } from '../servers/control.ts';
import { addUser } from './accounts.ts';

export const phone = '+15550100';
export const as = 'hubot:correct-horse-1';

/** Adds a user with codes by text message, sends a code at noon, and returns it. */
export async function sendCode(server: Controlled): Promise<string> {
  await addUser(server, { login: 'hubot', password: 'correct-horse-1', twoFactor: { method: 'sms', phone } });
  await server.call('POST', '/authorizations', { as, body: { note: 'n' } });
  const [message] = await server.store.messages.list(1);
  return message?.code ?? '';
}
