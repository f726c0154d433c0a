import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { members } from '../support/accounts/api.ts';
import { administer, openPostgresSchema } from '../support/databases/postgres.ts';
import {
  assertUnaffected,
  assertUnavailable,
  create,
  notesOf,
  serveBehindProxy,
  TERMINATE,
  timed,
} from '../support/databases/troubled-server.ts';
import { serveControlled } from '../support/servers/control.ts';
import { until } from '../support/until.ts';

describe('a statement that PostgreSQL does not run', () => {
  it('of a locked table is 503 after the lock time-out', async (t) => {
    const { server, direct } = (await serveBehindProxy(t)) ?? {};
    if (!server || !direct) return;
    const other = new pg.Client({ connectionString: direct });
    await other.connect();
    try {
      await other.query('begin; lock table authorizations in access exclusive mode');
      const [response, milliseconds] = await timed(() => create(server, 'locked'));
      assert.match(assertUnavailable(response), /^Another operation has locked the records\./);
      assert.ok(milliseconds < 2000, `${milliseconds} ms`);
      await assertUnaffected(server);
      assert.equal((await server.control('GET', '/ready')).status, 200);
    } finally {
      await other.end();
    }
    assert.equal((await create(server, 'free')).status, 201);
    assert.deepEqual(await notesOf(server), ['free']);
    assert.match(
      server.errors.splice(0).join(),
      /^The database is not available \(locked: canceling statement due to lock timeout\)\.[^,]*$/,
    );
  });

  it('in time is 503, and the server has cancelled it', async (t) => {
    const { server, direct } = (await serveBehindProxy(t)) ?? {};
    if (!server || !direct) return;
    await administer(direct, SLOW);
    const [response, milliseconds] = await timed(() => create(server, 'slow'));
    assert.match(assertUnavailable(response), /^The database did not finish in time\./);
    assert.ok(milliseconds < 2500, `${milliseconds} ms`);
    await administer(direct, 'drop trigger slow on authorizations');
    assert.deepEqual(await notesOf(server), []);
    assert.match(
      server.errors.splice(0).join(),
      /^The database is not available \(time-out: canceling statement due to statement timeout\)\.[^,]*$/,
    );
  });

  it('because no connection of the pool is free is 503 within the connect time-out', async (t) => {
    const { server, direct } =
      (await serveBehindProxy(t, 'max=2&connect_timeout=1&statement_timeout=9000&lock_timeout=9000')) ?? {};
    if (!server || !direct) return;
    const other = new pg.Client({ connectionString: direct });
    await other.connect();
    await other.query('begin; lock table authorizations in access exclusive mode');
    const waiting = [create(server, 'a'), create(server, 'b')];
    const blocked = 'select from pg_locks where not granted';
    await until(async () => (await other.query(blocked)).rowCount === 2);
    const [responses, milliseconds] = await timed(() =>
      Promise.all([1, 2, 3].map(() => server.call('GET', '/user'))),
    );
    for (const response of responses) assert.match(assertUnavailable(response), /^The database is busy\./);
    assert.ok(milliseconds < 2500, `${milliseconds} ms`);
    const [ready, time] = await timed(() => server.control('GET', '/ready'));
    assert.equal(ready.status, 503);
    assert.ok(time < 2000, `${time} ms`);
    await assertUnaffected(server);
    await other.end();
    for (const response of await Promise.all(waiting)) assert.equal(response.status, 201);
    server.errors.splice(0);
  });

  it('because the server is read-only is 503, and reading continues', async (t) => {
    const { server, direct } = (await serveBehindProxy(t)) ?? {};
    if (!server || !direct) return;
    const { pathname } = new URL(direct);
    const { token } = members(await create(server, 'before'));
    await administer(direct, `alter database ${pathname.slice(1)} set default_transaction_read_only = on`);
    try {
      await administer(direct, TERMINATE).catch(() => {});
      const response = await create(server, 'never');
      assert.match(assertUnavailable(response), /^The database is read-only/);
      assert.equal(response.field('Retry-After'), '30');
      assert.equal((await server.call('GET', '/user', { as: `${token}:` })).status, 200);
      const ready = await server.control('GET', '/ready');
      assert.equal(ready.status, 503);
      assert.match(String(members(ready).detail), /^The database is read-only/);
    } finally {
      await administer(
        direct,
        `begin; set transaction read write; alter database ${pathname.slice(1)} reset default_transaction_read_only; commit`,
      );
    }
    await administer(direct, TERMINATE);
    assert.equal((await create(server, 'later')).status, 201);
    assert.match(
      server.errors.splice(0).join(),
      /^The database is not available \(read-only: cannot execute \w+ in a read-only transaction\)\.[^,]*$/,
    );
  });

  it('because the server has too many connections is 503', async (t) => {
    const owner = await openPostgresSchema(t);
    if (owner === undefined) return;
    const url = new URL(owner);
    const schema = /search_path(?:=|%3D)(\w+)/i.exec(url.search)?.[1];
    await administer(
      owner,
      `create role ${schema} login password 'p' connection limit 2; grant all on schema ${schema} to ${schema}`,
    );
    url.username = schema ?? '';
    url.password = 'p';
    const server = await serveControlled(t, { database: `${url}&max=4&connect_timeout=1` });
    await administer(owner, `alter role ${schema} connection limit 0`);
    await administer(
      owner,
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${schema}'`,
    );
    assert.match(assertUnavailable(await server.call('GET', '/user')), /^The database is busy\./);
    await administer(owner, `alter role ${schema} connection limit 2`);
    assert.equal((await server.call('GET', '/user')).status, 200);
    assert.match(
      server.errors.splice(0).join(),
      /^The database is not available \(no free connection: too many connections for role .*$/,
    );
  });
});

describe('a conflict of transactions', () => {
  for (const [name, state, failures, status] of [
    ['a deadlock that ends', '40P01', 4, 201],
    ['a serialization failure that ends', '40001', 4, 201],
    ['a deadlock that does not end', '40P01', 100, 503],
    ['another error', '22012', 1, 500],
  ] as const) {
    it(`of ${name} is ${status}`, async (t) => {
      const { server, direct } = (await serveBehindProxy(t)) ?? {};
      if (!server || !direct) return;
      // A sequence counts across transactions that are rolled back.
      await administer(
        direct,
        `
        create sequence failures;
        create function fail() returns trigger language plpgsql as $$ begin
          if nextval('failures') <= ${failures} then raise exception 'simulated' using errcode = '${state}'; end if;
          return new;
        end $$;
        create trigger fail before insert on authorizations for each row execute function fail()`,
      );
      const response = await create(server, 'x');
      assert.equal(response.status, status);
      if (status === 503) assert.match(assertUnavailable(response), /^The change conflicts with others/);
      assert.deepEqual(await notesOf(server), status === 201 ? ['x'] : []);
      const lines = server.errors.splice(0);
      assert.equal(lines.length, status === 500 ? 1 : 0, lines.join());
    });
  }
});

/** Delays each new token by 1.5 s. */
const SLOW = `
  create function sleep() returns trigger language plpgsql as $$ begin perform pg_sleep(1.5); return new; end $$;
  create trigger slow before insert on authorizations for each row execute function sleep()`;
