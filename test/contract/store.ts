import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { applicationContract } from './applications.ts';
import { auditContract } from './audit.ts';
import { authorizationChangeContract } from './authorization-changes.ts';
import { authorizationListContract } from './authorization-lists.ts';
import { authorizationOriginContract } from './authorization-origins.ts';
import { authorizationContract } from './authorizations.ts';
import { bulkContract } from './bulk.ts';
import { changeRaceContract } from './change-races.ts';
import { addApplication, addUser, type EngineUnderTest, listsOf, storeTest, tokenMaker } from './engine.ts';
import { flowContract } from './flows.ts';
import { grantContract } from './grants.ts';
import { messageContract } from './messages.ts';
import { modelContract } from './model.ts';
import { organizationContract } from './organizations.ts';
import { raceContract } from './races.ts';
import { recordContract } from './records.ts';
import { recoveryCodeContract } from './recovery-codes.ts';
import { sessionContract } from './sessions.ts';
import { signInFailureContract } from './sign-in-failures.ts';
import { snapshotContract } from './snapshots.ts';
import { userContract } from './users.ts';

/** The contract of every database. */
export function storeContract(engine: EngineUnderTest): void {
  describe(`the store on ${engine.name}`, { concurrency: engine.concurrency }, () => {
    const test = storeTest(engine);
    recordContract(engine);
    userContract(test);
    applicationContract(test);
    authorizationContract(test);
    authorizationChangeContract(test);
    authorizationOriginContract(test);
    authorizationListContract(test);
    grantContract(test);
    bulkContract(test);
    signInFailureContract(test, engine);
    recoveryCodeContract(test, engine);
    messageContract(test, engine);
    sessionContract(test, engine);
    flowContract(test, engine);
    organizationContract(test, engine);
    auditContract(test, engine);
    snapshotContract(test, engine);
    raceContract(test, engine);
    changeRaceContract(test, engine);
    modelContract(test);

    test('a cleared store is empty and begins with the first ids', async (store) => {
      const fill = async () => {
        const user = await addUser(store);
        const application = await addApplication(store, { ownerId: user.id });
        await store.authorizations.create(tokenMaker()({ userId: user.id, applicationId: application.id }));
        await store.signInFailures.attempt('login:mona', { at: 1000, window: 900, limit: 10 });
        await store.oneTimePasswords.spend(user.id, 42);
        return { user, application, ...(await listsOf(store, user.id)) };
      };
      const before = await fill();
      assert.deepEqual(await store.counts(), { users: 1, applications: 1, organizations: 0 });
      await store.clear();
      assert.equal(await store.users.isEmpty(), true);
      assert.deepEqual(await store.counts(), { users: 0, applications: 0, organizations: 0 });
      assert.deepEqual(await store.applications.list(), []);
      assert.equal(await store.signInFailures.byKey('login:mona'), undefined);
      assert.deepEqual(await fill(), before, 'the ids are the same again');
    });

    test('a ping succeeds until the store is closed', async (store) => {
      await store.ping();
      await store.close();
      await assert.rejects(store.ping());
      await store.close();
    });

    if (engine.isShared) {
      test('a store finds what an earlier one wrote', async (store, open) => {
        const user = await addUser(store);
        await store.close();
        assert.deepEqual(await (await open()).users.byLogin('mona'), user);
      });
    }
  });
}
