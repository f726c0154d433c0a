import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { openPostgresSchema } from '../support/databases/postgres.ts';
import { serve } from '../support/servers/serve.ts';

const BUSY = /^The database is busy\./;
const LOCKED = /^Another operation has locked/;
const LATE = /^The database did not finish in time\./;

describe('the settings of the database', () => {
  for (const [settings, parameters, connections, message, limit] of [
    [{ databasePoolSize: 2, databaseConnectTimeout: 300 }, '', 2, BUSY, 300],
    [{ databasePoolSize: 2, databaseConnectTimeout: 300 }, '&max=3&connect_timeout=1', 3, BUSY, 1000],
    [{ databaseLockTimeout: 300 }, '', 5, LOCKED, 300],
    [{ databaseLockTimeout: 5000 }, '&lock_timeout=200', 5, LOCKED, 200],
    [{ databaseStatementTimeout: 300 }, '', 5, LATE, 300],
    [{ databaseStatementTimeout: 5000 }, '&statement_timeout=200', 5, LATE, 200],
  ] as const) {
    it(`limit statements and connections: ${JSON.stringify(settings)} ${parameters}`, async (t) => {
      const url = await openPostgresSchema(t);
      if (url === undefined) return;
      // Without the limits, because the statements of a migration can exceed them on a busy machine.
      await (await serve(t, { database: url, auditLimit: 0 })).close();
      const name = '&application_name=limited';
      const server = await serve(t, { ...settings, database: `${url}${name}${parameters}`, auditLimit: 0 });
      const other = new pg.Client({ connectionString: url });
      await other.connect();
      try {
        await other.query('begin; lock table users in access exclusive mode');
        const begun = performance.now();
        const reads = Array.from({ length: 5 }, () => server.store.users.byId(1));
        await assert.rejects(Promise.race(reads), { name: 'StoreUnavailableError', message });
        const milliseconds = performance.now() - begun;
        assert.ok(milliseconds > limit - 20 && milliseconds < limit + 2000, `${milliseconds} ms`);
        const open = await other.query("select from pg_stat_activity where application_name = 'limited'");
        assert.equal(open.rowCount, connections);
        await other.query('rollback');
        await Promise.allSettled(reads);
        // The sessions have the limits, so a statement needs no transaction that sets them.
        await server.store.users.byId(1);
        const last = await other.query(
          "select from pg_stat_activity where application_name = 'limited' and query = 'commit'",
        );
        assert.equal(last.rowCount, 0);
      } finally {
        await other.end();
        server.errors.splice(0);
      }
    });
  }
});
