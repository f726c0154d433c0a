import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { members } from '../support/accounts/api.ts';
import { administer } from '../support/databases/postgres.ts';
import {
  assertUnaffected,
  assertUnavailable,
  create,
  serveBehindProxy,
  TERMINATE,
  timed,
} from '../support/databases/troubled-server.ts';

describe('an outage of PostgreSQL', () => {
  it('is 503 in the form of each service, two lines in the log, and ends by itself', async (t) => {
    const { server, proxy } = (await serveBehindProxy(t)) ?? {};
    if (!server || !proxy) return;
    assert.equal((await create(server, 'before')).status, 201);
    await proxy.refuse();
    for (let count = 0; count < 5; count++) {
      const response = await create(server, `during ${count}`);
      assert.match(assertUnavailable(response), /^The database cannot be reached\./);
    }
    const cookie: [string, string] = ['Cookie', `sparring_session=${'a'.repeat(64)}`];
    const page = await server.get('/settings/tokens', [cookie]);
    assert.equal(page.status, 503);
    assert.match(page.field('Retry-After') ?? '', /^\d+$/);
    assert.match(page.field('Content-Type') ?? '', /^text\/html/);
    const reset = await server.control('POST', '/reset');
    assert.equal(reset.status, 503);
    assert.match(reset.field('Retry-After') ?? '', /^\d+$/);
    assert.equal(reset.field('Content-Type'), 'application/problem+json');
    const [ready, milliseconds] = await timed(() => server.control('GET', '/ready'));
    assert.equal(ready.status, 503);
    assert.match(String(members(ready).detail), /^The database cannot be reached\./);
    assert.ok(milliseconds < 2000);
    await assertUnaffected(server);
    await proxy.accept();
    // The server tries to connect again each second, and then reports the end of the outage.
    let status = 503;
    for (let tries = 0; (status === 503 || server.errors.length < 2) && tries < 50; tries++) {
      await sleep(100);
      ({ status } = await create(server, `after ${tries}`));
    }
    assert.equal(status, 201);
    const [begun, ended, ...others] = server.errors.splice(0);
    assert.match(
      String(begun),
      /^The database is not available \(no connection: connect ECONNREFUSED 127\.0\.0\.1:\d+\)\. Requests that need it get 503\./,
    );
    assert.match(
      String(ended),
      /^The database is available again after \d+ s\. \d+ operations failed: \d+ × no connection\./,
    );
    assert.deepEqual(others, []);
  });

  it('of a fraction of a second is not noticed by a client', async (t) => {
    const { server, proxy } = (await serveBehindProxy(t)) ?? {};
    if (!server || !proxy) return;
    await proxy.refuse();
    const response = server.call('GET', '/user');
    await sleep(150);
    await proxy.accept();
    assert.equal((await response).status, 200);
  });

  it('does not fail a request when the server closed idle connections', async (t) => {
    const { server, direct } = (await serveBehindProxy(t)) ?? {};
    if (!server || !direct) return;
    for (let count = 0; count < 5; count++) {
      await Promise.all([1, 2, 3, 4].map(() => server.call('GET', '/user')));
      await administer(direct, TERMINATE);
      assert.equal((await create(server, `${count}`)).status, 201);
    }
  });
});
