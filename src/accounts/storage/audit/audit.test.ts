import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompiledQuery, Kysely, sql } from 'kysely';
import { openPostgresSchema } from '#test/support/databases/postgres.ts';
import type { Engine } from '../engine/engine.ts';
import { migrate } from '../migrations/migrate.ts';
import { createStore } from '../open.ts';
import { openPostgres } from '../postgres/open.ts';
import type { Tables } from '../schema/tables.ts';
import { openSqlite } from '../sqlite/open.ts';

test('SQLite finds calls and events by index, without a sort', async () => {
  for (const plan of await plansOf(openSqlite('memory'), 'explain query plan')) {
    assert.match(plan, /USING (COVERING )?INDEX|USING INTEGER PRIMARY KEY|SEARCH audited_calls/);
    assert.doesNotMatch(plan, /TEMP B-TREE/);
  }
});

test('PostgreSQL finds calls and events by index', async (t) => {
  const url = await openPostgresSchema(t);
  if (url === undefined) return;
  for (const plan of await plansOf(await openPostgres(url), 'explain')) {
    assert.match(plan, /Index/);
    assert.doesNotMatch(plan, /Seq Scan/);
  }
});

/** The query plans of reading and adding calls and events. */
async function plansOf(engine: Engine, explain: string): Promise<string[]> {
  const requested: CompiledQuery[] = [];
  const db = new Kysely<Tables>({
    dialect: engine.dialect,
    log: ({ query }) => void requested.push(query),
  });
  try {
    await migrate(db, engine);
    const { audit, users } = createStore(db, engine);
    const at = '2020-03-01T09:00:00Z';
    const mona = { siteAdmin: false, passwordHash: '', twoFactor: null, createdAt: at, updatedAt: at };
    const user = await users.add({ ...mona, login: 'mona', name: null, email: null });
    const userId = user?.id ?? 0;
    const calls = Array.from({ length: 10_000 }, (_, at) => ({ ...call, lastAt: at, ...namesOf(at) }));
    await audit.addCalls(calls, 20_000);
    const event = { userId, action: 'user.login', subject: null, address: '::1', userAgent: null, at: 0 };
    const columns = { user_id: userId, action: 'user.login', address: '::1', happened_at: 0 };
    for (let made = 0; made < 20; made++) {
      await db.insertInto('security_events').values(Array(500).fill(columns)).execute();
    }
    if (explain === 'explain') await sql`analyze`.execute(db);

    requested.length = 0;
    for (const filter of [{}, namesOf(7), { login: 'user-7' }, { clientId: 'client-7' }, { since: 9990 }]) {
      await audit.calls(filter, 10);
    }
    await audit.calls({ login: 'user-7', since: 5000, deprecatedOnly: false }, 10);
    await audit.events(userId, 30);
    await audit.events(userId, 30, { before: 5000 });
    await audit.events(userId, 30, { before: 5000, action: 'user.login' });
    await audit.addEvent(event, 20);
    await audit.addCalls([{ ...call, ...namesOf(1) }], 20_000);
    const reads = requested.filter((query) => /^(select|delete)/.test(query.sql));
    assert.equal(reads.length, 12);
    return await db.connection().execute(async (connection) => {
      // The database decides for which table size it uses an index.
      if (explain === 'explain') await sql`set enable_seqscan = off`.execute(connection);
      const plans = [];
      for (const query of reads) {
        const { rows } = await connection.executeQuery(
          CompiledQuery.raw(`${explain} ${query.sql}`, [...query.parameters]),
        );
        plans.push(rows.map((row) => Object.values(row as object).join(' ')).join('\n'));
      }
      return plans;
    });
  } finally {
    await db.destroy();
  }
}

const call = {
  firstAt: 0,
  lastAt: 0,
  count: 1,
  address: '::1',
  method: 'GET',
  path: '/authorizations',
  status: 200,
  isDeprecated: false,
};

function namesOf(at: number) {
  return { login: `user-${at % 100}`, clientId: `client-${at % 100}`, userAgent: `agent-${at % 100}` };
}
