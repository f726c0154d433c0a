import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addToken } from '#test/support/accounts/accounts.ts';
import { serveApi } from '#test/support/accounts/api.ts';

describe('X-OAuth-Client-Id', () => {
  it('names the application of the token in responses and errors, and is absent for other credentials', async (t) => {
    const api = await serveApi(t);
    const [ofApplication, personal] = ['a'.repeat(40), 'b'.repeat(40)];
    await addToken(api, { token: ofApplication, userId: api.user.id, applicationId: api.application.id });
    await addToken(api, { token: personal, userId: api.user.id });
    const clientIdFor = async (as: string, path = '/user') =>
      (await api.call('GET', path, { as })).field('X-OAuth-Client-Id');

    assert.equal(await clientIdFor(`x:${ofApplication}`), api.application.clientId);
    assert.equal(await clientIdFor(`x:${ofApplication}`, '/authorizations'), api.application.clientId);
    assert.equal(await clientIdFor(`x:${ofApplication}`, '/nowhere'), api.application.clientId);
    assert.equal(await clientIdFor(`x:${personal}`), undefined);
    assert.equal(await clientIdFor('mona:correct-horse-1'), undefined);
  });
});
