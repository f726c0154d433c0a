import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { members } from '#test/support/accounts/api.ts';
import { as, phone, sendCode } from '#test/support/accounts/sent-code.ts';
import { serveControlled } from '#test/support/servers/control.ts';

describe('the outbox', () => {
  it('lists the sent messages, newest first', async (t) => {
    const server = await serveControlled(t);
    const code = await sendCode(server);
    server.runtime.clock.advance(120_000);
    await server.call('POST', '/authorizations', { as, body: { note: 'n' } });
    const [later] = await server.store.messages.list(1);
    const { messages } = members(await server.control('GET', '/outbox'));
    assert.deepEqual(Array.isArray(messages) && messages.map(({ text, ...message }) => message), [
      {
        id: 2,
        login: 'hubot',
        channel: 'sms',
        to: phone,
        code: later?.code,
        sent_at: '2026-03-01T12:02:00Z',
        expires_at: '2026-03-01T12:12:00Z',
        spent: false,
      },
      {
        id: 1,
        login: 'hubot',
        channel: 'sms',
        to: phone,
        code,
        sent_at: '2026-03-01T12:00:00Z',
        expires_at: '2026-03-01T12:10:00Z',
        spent: false,
      },
    ]);
    const one = members(await server.control('GET', '/outbox?login=HUBOT&limit=1')).messages;
    assert.deepEqual(Array.isArray(one) && one.map(({ id }) => id), [2]);
    assert.deepEqual(members(await server.control('GET', '/outbox?login=mona')), { messages: [] });
  });

  it('rejects an unknown user and an unknown parameter', async (t) => {
    const { control } = await serveControlled(t);
    const response = await control('GET', '/outbox?login=nobody');
    assert.deepEqual([response.status, members(response).detail], [404, 'There is no user "nobody".']);
    for (const query of ['limit=0', 'limit=1001', 'limit=x', 'logn=mona', 'login=a&login=b'])
      assert.equal((await control('GET', `/outbox?${query}`)).status, 400, query);
  });
});
