import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addApplication, addUser, census, tokenMaker } from '../../test/contract/engine.ts';
import { administer, openPostgresSchema } from '../../test/support/postgres.ts';
import { openStore } from './open.ts';

test('connections that the server cuts, idle or busy, fail their queries and nothing else', async (t) => {
  const url = await openPostgresSchema(t);
  if (url === undefined) return;
  // A name of its own, because other tests are connected to the same server.
  const named = new URL(url);
  named.searchParams.set('application_name', 'sparring-cut');
  const store = await openStore(named.href);
  try {
    const user = await addUser(store);
    const { id: applicationId } = await addApplication(store);
    const token = tokenMaker();
    const cut = () =>
      administer(
        url,
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sparring-cut'",
      );

    await cut();
    await untilAnswered(() => store.ping());

    const busy = Array.from({ length: 200 }, (_, at) =>
      store.authorizations.create(token({ userId: user.id, applicationId, fingerprint: `${at}` })),
    );
    const settled = Promise.allSettled(busy);
    await cut();
    const made = (await settled).filter(({ status }) => status === 'fulfilled').length;
    await untilAnswered(() => store.ping());
    const { authorizations, perApplication } = await census(store, user.id);
    assert.ok(authorizations.total >= made);
    assert.equal(authorizations.items.length, authorizations.total);
    assert.equal(perApplication[0]?.items.length, perApplication[0]?.total);
  } finally {
    await store.close();
  }
});

/** Each try may still get one of the connections that were cut. */
async function untilAnswered(ask: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    try {
      return await ask();
    } catch {}
  }
  await ask();
}
