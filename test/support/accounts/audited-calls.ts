import type { Controlled } from '../servers/control.ts';
import { addUser } from './accounts.ts';
import { client, members } from './api.ts';

/** Sends calls of several programs to the API, so that the audit has entries. */
export async function serveCalls(server: Controlled): Promise<void> {
  const { call, runtime } = server;
  await addUser(server, { login: 'hubot' });
  await call('GET', '/authorizations', { fields: [['User-Agent', 'gist/6.0']] });
  await call('GET', '/authorizations', { fields: [['User-Agent', 'gist/6.0']] });
  await call('GET', '/authorizations/999', { fields: [['User-Agent', 'gist/6.0']] });
  runtime.clock.advance(3_600_000);
  await call('PUT', client.path, { body: client.secret, fields: [['User-Agent', 'hub 2.14']] });
  await call('GET', '/admin/tokens', { as: 'hubot:correct-horse-1', fields: [['User-Agent', 'admin']] });
}

/** The entries of a list in a response of the audit. */
export async function listAudit({ control }: Controlled, name: 'calls' | 'uses', query = '') {
  const { [name]: entries } = members(
    await control('GET', `/audit${name === 'uses' ? '/uses' : ''}?${query}`),
  );
  return Array.isArray(entries) ? entries : [];
}
