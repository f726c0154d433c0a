import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompiledQuery, Kysely, sql } from 'kysely';
import { addApplication, addUser, tokenMaker } from '#test/contract/engine.ts';
import { openPostgresSchema } from '#test/support/databases/postgres.ts';
import type { Store } from '../../store/index.ts';
import type { Engine } from '../engine/engine.ts';
import { migrate } from '../migrations/migrate.ts';
import { createStore } from '../open.ts';
import { openPostgres } from '../postgres/open.ts';
import type { Tables } from '../schema/tables.ts';
import { openSqlite } from '../sqlite/open.ts';

test('SQLite reads every page by index, without a scan or a sort', async () => {
  const plans = await plansOf(openSqlite('memory'), 'explain query plan', readPages);
  assert.ok(plans.length > 10);
  for (const plan of plans) {
    assert.doesNotMatch(plan, /SCAN (?!CONSTANT)|TEMP B-TREE/i);
    if (/SEARCH authorizations/.test(plan)) assert.match(plan, /USING INDEX authorizations_in_list_order/);
  }
});

test('PostgreSQL reads every page by index, without a scan or a sort', async (t) => {
  const url = await openPostgresSchema(t);
  if (url === undefined) return;
  const plans = await plansOf(await openPostgres(url), 'explain', readPages);
  assert.ok(plans.length > 10);
  for (const plan of plans) {
    assert.doesNotMatch(plan, /Sort|Seq Scan on authorizations/);
    if (/ on authorizations/.test(plan))
      assert.match(plan, /Index Scan.* using authorizations_in_list_order/);
  }
});

test('SQLite reads pages of personal tokens by index, without a sort', async () => {
  const plans = await plansOf(openSqlite('memory'), 'explain query plan', readPersonalPages);
  assert.equal(plans.length, 12);
  for (const plan of plans) {
    // Both indexes have the order of the list.
    assert.match(plan, /USING (COVERING )?INDEX (personal_authorizations|authorizations_of_grant)/);
    assert.doesNotMatch(plan, /TEMP B-TREE/i);
  }
});

test('PostgreSQL reads pages of personal tokens by index, without a sort', async (t) => {
  const url = await openPostgresSchema(t);
  if (url === undefined) return;
  const plans = await plansOf(await openPostgres(url), 'explain', readPersonalPages);
  const pages = plans.filter((plan) => /Limit/.test(plan));
  assert.equal(pages.length, 6);
  for (const page of pages) {
    assert.match(page, /Index Scan.* using personal_authorizations/);
    assert.doesNotMatch(page, /Sort/);
  }
});

interface Asked {
  store: Store;
  userId: number;
  clientId: string;
}

/** First, middle and last pages, with and without a filter. */
async function readPages({ store, userId, clientId }: Asked) {
  for (const page of [1, 100, 334]) {
    const { items } = await store.authorizations.list(userId, { page, perPage: 30 });
    assert.ok(items.length > 0);
    const half = { page: Math.ceil(page / 2), perPage: 30 };
    const ofApplication = await store.authorizations.list(userId, half, clientId);
    assert.ok(ofApplication.items.length > 0);
  }
}

async function readPersonalPages({ store, userId }: Asked) {
  for (const page of [1, 80, 167]) {
    for (const owner of [undefined, userId]) {
      const { items } = await store.authorizations.listPersonal({ page, perPage: 30 }, owner);
      assert.ok(items.length > 0);
    }
  }
}

/** The query plans of all queries of a store with ten thousand tokens. */
async function plansOf(
  engine: Engine,
  explain: string,
  ask: (requested: Asked) => Promise<void>,
): Promise<string[]> {
  const requested: CompiledQuery[] = [];
  const db = new Kysely<Tables>({
    dialect: engine.dialect,
    log({ query }) {
      requested.push(query);
    },
  });
  try {
    await migrate(db, engine);
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
          created_at: Date.parse(moment),
          updated_at: Date.parse(moment),
        };
      });
      await db.insertInto('authorizations').values(rows).execute();
    }
    await db.updateTable('users').set({ authorization_count: 10_001 }).execute();
    await db.updateTable('grants').set({ authorization_count: 5001 }).execute();
    if (explain === 'explain') await sql`analyze`.execute(db);

    requested.length = 0;
    await ask({ store, userId: user.id, clientId });
    const plans = [];
    for (const { sql, parameters } of [...requested]) {
      const { rows } = await db.executeQuery(CompiledQuery.raw(`${explain} ${sql}`, [...parameters]));
      plans.push(rows.map((row) => JSON.stringify(row)).join('\n'));
    }
    return plans;
  } finally {
    await db.destroy();
  }
}
