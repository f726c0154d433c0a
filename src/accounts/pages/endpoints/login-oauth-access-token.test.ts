import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addApplication } from '#test/support/accounts/accounts.ts';
import { basic, members } from '#test/support/accounts/api.ts';
import { openFlow, postForm } from '#test/support/accounts/flow.ts';
import { openPostgresSchema } from '#test/support/databases/postgres.ts';
import { serve } from '#test/support/servers/serve.ts';
import { exampleApplication } from '../../domain/example-accounts.ts';

const { clientId, clientSecret } = exampleApplication;
const pair = { client_id: clientId, client_secret: clientSecret };
const other = { clientId: 'fedcba9876543210fedc', clientSecret: 'another-secret-of-its-own' };
const otherPair = { client_id: other.clientId, client_secret: other.clientSecret };
const path = '/login/oauth/access_token';

describe('POST /login/oauth/access_token', () => {
  test('a replayed code deletes the token of its first use', async (t) => {
    const flow = await openFlow(t);
    const [code, another] = [await flow.code(), await flow.code()];
    const first = await flow.redeem({ code });
    const spared = await flow.redeem({ code: another });
    assert.equal(await flow.callWith(first.access_token), 200);
    assert.equal((await flow.redeem({ code })).error, 'bad_verification_code');
    assert.equal(await flow.callWith(first.access_token), 401);
    assert.equal(await flow.callWith(spared.access_token), 200);
    const log = await flow.browser.visit('/settings/security-log');
    assert.match(log.text(), /Build Bot \(replayed authorization code\)/);
  });

  test('a code that is replayed long after its expiry deletes the token too', async (t) => {
    const flow = await openFlow(t);
    const code = await flow.code();
    const { access_token: token } = await flow.redeem({ code });
    flow.api.runtime.clock.advance(3_600_000);
    await flow.code();
    assert.equal((await flow.redeem({ code })).error, 'bad_verification_code');
    assert.equal(await flow.callWith(token), 401);
  });

  test('a token that was reset still belongs to the code', async (t) => {
    const flow = await openFlow(t);
    const code = await flow.code();
    const { access_token: token } = await flow.redeem({ code });
    const reset = await flow.api.call('PATCH', `/applications/${clientId}/token`, {
      as: `${clientId}:${clientSecret}`,
      body: { access_token: token },
    });
    await flow.redeem({ code });
    assert.equal(await flow.callWith(members(reset).token), 401);
  });

  test('another application can neither exchange a code nor delete its token', async (t) => {
    const flow = await openFlow(t);
    await addApplication(flow.api, other);
    const [code, redeemed] = [await flow.code(), await flow.code()];
    const rejected = await flow.redeem({ ...otherPair, code });
    assert.deepEqual([rejected.error, rejected.access_token], ['bad_verification_code', undefined]);
    const { access_token: token } = await flow.redeem({ code: redeemed });
    assert.equal((await flow.redeem({ ...otherPair, code: redeemed })).error, 'bad_verification_code');
    assert.equal(await flow.callWith(token), 200);
  });

  test('a code that is exchanged twenty times concurrently leaves no token', async (t) => {
    const flow = await openFlow(t);
    for (let round = 0; round < 5; round++) {
      const code = await flow.code();
      const responses = await Promise.all(Array.from({ length: 20 }, () => flow.redeem({ code })));
      const tokens = responses.flatMap((response) => response.access_token ?? []);
      assert.ok(tokens.length <= 1);
      for (const token of tokens) assert.equal(await flow.callWith(token), 401);
    }
    assert.deepEqual((await flow.api.call('GET', '/authorizations')).json(), []);
  });

  test('a code that is exchanged on two servers concurrently leaves no token', async (t) => {
    const database = await openPostgresSchema(t);
    if (database === undefined) return;
    const flow = await openFlow(t, { database });
    const servers = [flow.api, await serve(t, { database, runtime: flow.api.runtime })];
    for (let round = 0; round < 5; round++) {
      const code = await flow.code();
      const responses = await Promise.all(
        Array.from({ length: 12 }, (_, at) => postForm(servers[at % 2] ?? flow.api, path, { ...pair, code })),
      );
      const tokens = responses.flatMap((response) => members(response).access_token ?? []);
      assert.ok(tokens.length <= 1);
      for (const token of tokens) assert.equal(await flow.callWith(token), 401);
    }
  });

  test('an application gets no token if its user is suspended between consent and redemption', async (t) => {
    const flow = await openFlow(t);
    const code = await flow.code();
    await flow.api.store.users.update(flow.api.user.id, { suspendedAt: '2026-03-01T12:00:00Z' });
    assert.equal((await flow.redeem({ code })).error, 'bad_verification_code');
  });

  test('an application that is suspended between consent and redemption gets no token', async (t) => {
    const flow = await openFlow(t);
    const code = await flow.code();
    await flow.api.store.applications.update(flow.api.application.id, { isSuspended: true });
    assert.equal((await flow.redeem({ code })).error, 'application_suspended');
  });

  test('an application gets no token if the address of its user is no longer verified', async (t) => {
    const flow = await openFlow(t);
    const code = await flow.code();
    await flow.api.store.users.update(flow.api.user.id, { emailVerified: false });
    assert.equal((await flow.redeem({ code })).error, 'unverified_user_email');
  });

  test('the body precedes the query, the query precedes Basic, and the first of repeated names counts', async (t) => {
    const flow = await openFlow(t);
    await addApplication(flow.api, other);
    const right = `${clientId}:${clientSecret}`;
    const wrong = `${other.clientId}:${other.clientSecret}`;
    const redeem = async (body: string, query: string, credentials?: string) => {
      const response = await flow.api.send({
        method: 'POST',
        path: query === '' ? path : `${path}?${query}`,
        fields: [['Accept', 'application/json'], ...(credentials === undefined ? [] : basic(credentials))],
        body: body.replace('CODE', await flow.code()),
      });
      return members(response).error;
    };
    const own = new URLSearchParams(pair).toString();
    const others = new URLSearchParams(otherPair).toString();
    assert.equal(await redeem(`${own}&code=CODE`, others, wrong), undefined, 'body before query and Basic');
    assert.equal(await redeem(`${others}&code=CODE`, own, right), 'bad_verification_code');
    assert.equal(await redeem('code=CODE', own, wrong), undefined, 'query before Basic');
    assert.equal(await redeem('code=CODE', others, right), 'bad_verification_code');
    assert.equal(await redeem('code=CODE', '', right), undefined, 'Basic alone');
    assert.equal(await redeem(`${own}&code=CODE&code=x`, ''), undefined, 'the first of two');
    assert.equal(await redeem(`${own}&code=x&code=CODE`, ''), 'bad_verification_code');
    assert.equal(await redeem('client_id=x&code=CODE', own, right), 'incorrect_client_credentials');
    assert.equal(await redeem(`${own}&code=CODE`, 'code=x'), undefined);
    assert.equal(await redeem(`${own}&code=x`, 'code=y'), 'bad_verification_code');
  });

  test('the same order applies to a JSON body', async (t) => {
    const flow = await openFlow(t);
    const send = async (body: object) =>
      members(
        await flow.api.send({
          method: 'POST',
          path: `${path}?client_id=x&client_secret=y&code=z`,
          fields: [
            ['Accept', 'application/json'],
            ['Content-Type', 'application/json'],
          ],
          body: JSON.stringify(body),
        }),
      ).error;
    assert.equal(await send({ ...pair, code: await flow.code() }), undefined);
    assert.equal(await send({ code: await flow.code() }), 'incorrect_client_credentials');
  });
});
