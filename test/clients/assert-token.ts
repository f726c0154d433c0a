import assert from 'node:assert/strict';
import { members } from '../support/accounts/api.ts';
import type { ClientServer } from './server.ts';

/** Checks that the token is valid, and that no other one was created. */
export async function assertToken(server: ClientServer, token: string): Promise<void> {
  const response = await server.call('GET', '/user', {
    as: null,
    fields: [['Authorization', `token ${token}`]],
  });
  assert.equal(members(response).login, server.user.login);
  const { items } = await server.store.authorizations.list(server.user.id, { page: 1, perPage: 100 });
  assert.deepEqual(
    items.map(({ tokenLastEight }) => tokenLastEight),
    [token.slice(-8)],
  );
}
