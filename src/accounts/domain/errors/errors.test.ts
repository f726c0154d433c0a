import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HttpError } from '#http/errors/errors.ts';
import { type Api, members, serveApi } from '#test/support/accounts/api.ts';
import { RecordDeletedError, StoreUnavailableError } from '../../store/index.ts';
import { storeErrorToHttp } from './errors.ts';

test('toHttpError maps each error of the store, which is not an HTTP error itself', () => {
  const [deleted, unavailable] = [new RecordDeletedError(undefined), new StoreUnavailableError('Restart.')];
  for (const error of [deleted, unavailable]) assert.ok(!(error instanceof HttpError));
  const responses = [deleted, unavailable].map(storeErrorToHttp);
  assert.deepEqual(
    responses.map((response) => [response?.status, response?.message, response?.fields]),
    [
      [404, 'Not Found', []],
      [503, 'Restart.', [['Retry-After', '5']]],
    ],
  );
  assert.equal(storeErrorToHttp(new Error('other')), undefined);
});

function fail(api: Api, error: Error): void {
  const { store } = api.authorizationContext;
  Object.assign(store.authorizations, { create: () => Promise.reject(error) });
  Object.assign(store.sessions, { byDigest: () => Promise.reject(error) });
  Object.assign(store, { ping: () => Promise.reject(error) });
}

test('creating a token for a user who is deleted meanwhile returns 404 in the format of the API', async (t) => {
  const api = await serveApi(t);
  fail(api, new RecordDeletedError(new Error('foreign key')));
  const response = await api.call('POST', '/authorizations', { body: { note: 'x' } });
  assert.equal(response.status, 404);
  assert.equal(members(response).message, 'Not Found');
});

test('a database that is not writable returns 503 in the format of each service', async (t) => {
  const api = await serveApi(t);
  fail(api, new StoreUnavailableError('Restart the server.'));
  const response = await api.call('POST', '/authorizations', { body: { note: 'x' } });
  assert.deepEqual([response.status, members(response).message], [503, 'Restart the server.']);
  assert.equal(response.field('Retry-After'), '5');
  const cookie: [string, string] = ['Cookie', `sparring_session=${'a'.repeat(64)}`];
  const page = await api.send({ path: '/settings/tokens', fields: [cookie] });
  assert.deepEqual([page.status, page.field('Content-Type')], [503, 'text/html; charset=utf-8']);
  assert.match(page.text(), /Restart the server\./);
  const ready = await api.get('/_sparring/ready');
  assert.deepEqual([ready.status, ready.field('Content-Type')], [503, 'application/problem+json']);
  assert.equal(members(ready).detail, 'Restart the server.');
});
