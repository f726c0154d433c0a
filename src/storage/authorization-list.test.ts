import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { CompiledQuery, Kysely, sql } from 'kysely';
import { addApplication, addUser, tokenMaker } from '../../test/contract/engine.ts';
import { openPostgresSchema } from '../../test/support/postgres.ts';
import type { Engine } from './engine.ts';
import { migrate } from './migrate.ts';
import { createStore } from './open.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import type { Tables } from './tables.ts';

test('SQLite reads every page by index, without a scan or a sort', async () => {
  const plans = await plansOf(openSqlite('memory', turn), 'explain query plan');
  assert.ok(plans.length > 10);
  for (const plan of plans) {
    assert.doesNotMatch(plan, /SCAN (?!CONSTANT)|TEMP B-TREE/i);
    if (/SEARCH authorizations/.test(plan)) assert.match(plan, /USING INDEX authorizations_in_list_order/);
  }
});

test('PostgreSQL reads every page by index, without a scan or a sort', async (t) => {
  const url = await openPostgresSchema(t);
  if (url === undefined) return;
  const plans = await plansOf(await openPostgres(url), 'explain');
  assert.ok(plans.length > 10);
  for (const plan of plans) {
    assert.doesNotMatch(plan, /Sort|Seq Scan on authorizations/);
    if (/ on authorizations/.test(plan))
      assert.match(plan, /Index Scan.* using authorizations_in_list_order/);
  }
});

/** The plans of all queries behind first, middle and last pages, with and without a filter. */
async function plansOf(engine: Engine, explain: string): Promise<string[]> {
  const asked: CompiledQuery[] = [];
  const db = new Kysely<Tables>({
    dialect: engine.dialect,
    log({ query }) {
      asked.push(query);
    },
  });
  try {
    await migrate(db, engine.columns, await engine.schema?.(db));
    const store = createStore(db, engine);
    const user = await addUser(store);
    const { id: applicationId, clientId } = await addApplication(store);
    const token = tokenMaker();
    await store.authorizations.create(token({ userId: user.id, applicationId }));
    for (let batch = 0; batch < 20; batch++) {
      const rows = Array.from({ length: 500 }, (_, at) => {
        const { hashedToken, tokenLastEight, at: moment } = token({});
        return {
          user_id: user.id,
          application_id: at % 2 ? applicationId : null,
          hashed_token: hashedToken,
          token_last_eight: tokenLastEight,
          scopes: '[]',
          fingerprint: `${at}`,
          created_at: moment,
          updated_at: moment,
        };
      });
      await db.insertInto('authorizations').values(rows).execute();
    }
    await db.updateTable('users').set({ authorization_count: 10_001 }).execute();
    await db.updateTable('grants').set({ authorization_count: 5001 }).execute();
    if (explain === 'explain') await sql`analyze`.execute(db);

    asked.length = 0;
    for (const page of [1, 100, 334]) {
      const { items } = await store.authorizations.list(user.id, { page, perPage: 30 });
      assert.ok(items.length > 0);
      const ofApplication = await store.authorizations.list(
        user.id,
        { page: Math.ceil(page / 2), perPage: 30 },
        clientId,
      );
      assert.ok(ofApplication.items.length > 0);
    }
    const plans = [];
    for (const { sql, parameters } of [...asked]) {
      const { rows } = await db.executeQuery(CompiledQuery.raw(`${explain} ${sql}`, [...parameters]));
      plans.push(rows.map((row) => JSON.stringify(row)).join('\n'));
    }
    return plans;
  } finally {
    await db.destroy();
  }
}
