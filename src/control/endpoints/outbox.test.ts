import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addUser } from '../../../test/support/accounts.ts';
import { members, noon } from '../../../test/support/api.ts';
import { type Controlled, serveControlled } from '../../../test/support/control.ts';

const phone = '+15550100';
const as = 'hubot:correct-horse-1';

/** A server with a user who is sent codes, and one that was sent at noon. */
async function serveCode(server: Controlled): Promise<string> {
  await addUser(server, { login: 'hubot', password: 'correct-horse-1', twoFactor: { method: 'sms', phone } });
  await server.call('POST', '/authorizations', { as, body: { note: 'n' } });
  const [message] = await server.store.messages.list(1);
  return message?.code ?? '';
}

describe('the outbox', () => {
  it('lists what was sent, the newest first', async (t) => {
    const server = await serveControlled(t);
    const code = await serveCode(server);
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

  it('says so when there is no such user, or no such parameter', async (t) => {
    const { control } = await serveControlled(t);
    const answer = await control('GET', '/outbox?login=nobody');
    assert.deepEqual([answer.status, members(answer).detail], [404, 'There is no user nobody.']);
    for (const query of ['limit=0', 'limit=1001', 'limit=x', 'logn=mona', 'login=a&login=b'])
      assert.equal((await control('GET', `/outbox?${query}`)).status, 400, query);
  });
});

describe('the one-time password of the moment', () => {
  it('is the one of the app, good in the API, until the next', async (t) => {
    const server = await serveControlled(t);
    await addUser(server, {
      login: 'bender',
      password: 'x1',
      twoFactor: { method: 'app', secret: 'JBSWY3DPEHPK3PXP' },
    });
    const current = async () => members(await server.control('GET', '/one-time-password/Bender'));
    const { code, expires_at: until } = await current();
    assert.equal(until, '2026-03-01T12:00:30Z');
    const fields = [['X-GitHub-OTP', String(code)]] as const;
    assert.equal((await server.call('GET', '/user', { as: 'bender:x1', fields })).status, 200);
    server.runtime.clock.freeze(noon + 30_000);
    assert.notEqual((await current()).code, code);
  });

  it('is the newest that was sent and is still good', async (t) => {
    const server = await serveControlled(t);
    const code = await serveCode(server);
    const path = '/one-time-password/hubot';
    assert.deepEqual(members(await server.control('GET', path)), {
      code,
      expires_at: '2026-03-01T12:10:00Z',
    });
    server.runtime.clock.advance(600_000);
    const answer = await server.control('GET', path);
    assert.equal(answer.status, 404);
    assert.equal(members(answer).detail, 'No code that is still good was sent to hubot.');
  });

  it('is none for who has no two-factor, and who is not there', async (t) => {
    const { control } = await serveControlled(t);
    for (const [login, detail] of [
      ['mona', 'mona has no two-factor.'],
      ['nobody', 'There is no user nobody.'],
      ['%00', 'There is no user \0.'],
    ] as const) {
      const answer = await control('GET', `/one-time-password/${login}`);
      assert.deepEqual([answer.status, members(answer).detail], [404, detail]);
    }
  });
});
