import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { members } from '../support/accounts/api.ts';
import { openPgBouncer } from '../support/databases/pgbouncer.ts';
import { openPostgresSchema } from '../support/databases/postgres.ts';
import { assertUnavailable, create, notesOf, timed } from '../support/databases/troubled-server.ts';
import { serveControlled } from '../support/servers/control.ts';

describe('PgBouncer in transaction mode', () => {
  for (const [name, settings] of [
    ['rejects', ''],
    ['ignores', 'ignore_startup_parameters = statement_timeout,lock_timeout'],
  ] as const)
    it(`that ${name} parameters of sessions keeps tokens, and the time limits hold in each transaction`, async (t) => {
      const direct = await openPostgresSchema(t);
      const url = direct && (await openPgBouncer(t, direct, settings));
      if (!direct || !url) return;
      const limits = 'max=8&statement_timeout=5000&lock_timeout=1000';
      const server = await serveControlled(t, { database: `${url}?${limits}`, auditLimit: 0 });
      // More at once than the pooler has connections.
      const created = await Promise.all(Array.from({ length: 20 }, (_, at) => create(server, `${at}`)));
      assert.deepEqual(new Set(created.map(({ status }) => status)), new Set([201]));
      const used = await Promise.all(
        created.map((response) => server.call('GET', '/user', { as: `${members(response).token}:` })),
      );
      assert.deepEqual(new Set(used.map(({ status }) => status)), new Set([200]));
      assert.equal((await server.control('GET', '/ready')).status, 200);
      assert.equal((await notesOf(server)).length, 20);

      const other = new pg.Client({ connectionString: direct });
      await other.connect();
      try {
        await other.query('begin; lock table users, sign_in_failures in access exclusive mode');
        for (const action of [
          // One statement outside of a transaction that reads, one that writes, and a transaction.
          () => server.store.users.byId(server.user.id),
          () => server.store.users.update(server.user.id, { name: 'x' }),
          () => server.store.users.delete(server.user.id),
        ]) {
          const [, milliseconds] = await timed(() => assert.rejects(action, /has locked the records/));
          assert.ok(milliseconds < 4000, `${milliseconds} ms`);
        }
        assertUnavailable(await create(server, 'locked'));
        // The server has cancelled all of them.
        const { rowCount } = await other.query('select from pg_locks where not granted');
        assert.equal(rowCount, 0);
      } finally {
        await other.end();
      }
      assert.equal((await create(server, 'free')).status, 201);
      // The sessions of the pooler, which other programs use too, have no limits.
      const beside = new pg.Client({ connectionString: url });
      await beside.connect();
      assert.deepEqual((await beside.query('show statement_timeout')).rows, [{ statement_timeout: '0' }]);
      await beside.end();
      assert.equal((await server.control('POST', '/reset')).status, 204);
      server.errors.splice(0);
    });
});
