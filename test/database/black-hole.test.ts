import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  assertUnaffected,
  assertUnavailable,
  create,
  serveBehindProxy,
  timed,
} from '../support/databases/troubled-server.ts';
import type { WireResponse } from '../support/wire/wire.ts';

/** Milliseconds by which a busy machine may be late. */
const LATE = 1500;

describe('a PostgreSQL server that does not answer', () => {
  it('is 503 within the time limits, of open and of new connections', async (t) => {
    const { server, proxy } = (await serveBehindProxy(t)) ?? {};
    if (!server || !proxy) return;
    await create(server, 'before');
    proxy.blackHole();
    const [readiness, milliseconds] = await timed(() => server.control('GET', '/ready'));
    assert.equal(readiness.status, 503);
    assert.ok(milliseconds < 1500 + LATE, `ready took ${milliseconds} ms`);
    for (const [name, limit] of [
      // The statement time-out, and a second for the server to report it.
      ['an open connection', 2000],
      ['new connections', 3 * 1000],
    ] as const) {
      const [responses, time]: [WireResponse[], number] = await timed(() =>
        Promise.all(Array.from({ length: 12 }, () => server.call('GET', '/user'))),
      );
      responses.forEach(assertUnavailable);
      assert.ok(time < limit + LATE, `${name}: ${time} ms`);
    }
    await assertUnaffected(server);
    proxy.forward();
    let status = 0;
    for (let attempt = 0; status !== 200 && attempt < 5; attempt++) {
      status = (await server.call('GET', '/user')).status;
    }
    assert.equal(status, 200);
    assert.equal((await server.control('GET', '/ready')).status, 200);
    const lines = server.errors.splice(0);
    assert.match(String(lines[0]), /no answer within 2 s/);
    assert.ok(lines.length <= 2, lines.join('\n'));
  });

  it('is answered 503 at once when too many operations wait for a connection', async (t) => {
    const { server, proxy } =
      (await serveBehindProxy(t, 'max=1&connect_timeout=2&statement_timeout=2000')) ?? {};
    if (!server || !proxy) return;
    const { store } = server;
    await store.ping();
    proxy.blackHole();
    const begun = performance.now();
    const settled = await Promise.allSettled(
      Array.from({ length: 1100 }, () =>
        store.users.byId(1).catch((error: Error) => {
          throw Object.assign(error, { milliseconds: performance.now() - begun });
        }),
      ),
    );
    const times = settled.map((result) =>
      result.status === 'rejected' ? Number(result.reason.milliseconds) : Infinity,
    );
    assert.ok(
      times.every((time) => time < 6000),
      `${Math.max(...times)} ms`,
    );
    assert.ok(times.filter((time) => time < 1000).length >= 99);
    proxy.forward();
    server.errors.splice(0);
  });
});
