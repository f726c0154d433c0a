import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { AuthorizationCode, DeviceCodeLimits, NewSecurityEvent, Store } from '#accounts/store/index.ts';
import { countSuccesses, openTwo, runFiftyTimes } from './concurrency.ts';
import {
  addApplication,
  addUser,
  at,
  type EngineUnderTest,
  type StoreTest,
  tokenMaker,
  unstorable,
} from './engine.ts';

const now = 1_583_053_200_000;
const minute = 60_000;
const hour = 60 * minute;

export function flowContract(test: StoreTest, engine: EngineUnderTest): void {
  test('a code is redeemed once, as it was added', async (store) => {
    const pair = await prepare(store);
    const plain = newCode(pair, 'plain');
    const complete = newCode(pair, 'whole', {
      redirectUri: 'https://bot.example/done?a=1&b=ü',
      scopes: ['repo', 'x"\0\ud800'],
      challenge: { method: 'S256', value: 'E9Melhoa' },
      organizationIds: [7, 2],
    });
    for (const code of [plain, complete]) {
      await store.authorizationCodes.add(code, now, consent(pair));
      assert.deepEqual(await store.authorizationCodes.take(code.digest, now), code);
      assert.equal(await store.authorizationCodes.take(code.digest, now), undefined);
    }
  });

  test('a consent creates the grant with its event, once, and adds its scopes', async (store) => {
    const pair = await prepare(store);
    const { authorizationCodes: codes, audit, deviceCodes, grants } = store;
    const grant = () => grants.byApplication(pair.userId, pair.applicationId);
    assert.equal(await codes.add(newCode(pair, 'none'), now), false);
    assert.equal(await codes.take('none', now), undefined);
    assert.equal(await grant(), undefined);
    for (const [digest, scopes] of [
      ['a', ['repo']],
      ['b', ['gist']],
    ] as const)
      assert.equal(await codes.add(newCode(pair, digest, { scopes: [...scopes] }), now, consent(pair)), true);
    await addDevice(store, pair.applicationId, { digest: 'd' });
    const granted = { ...grantedBy(pair.userId), scopes: ['user'] };
    assert.equal(await deviceCodes.decide('d', granted, { at, event: consent(pair) }), true);
    assert.deepEqual((await grant())?.scopes, ['repo', 'gist', 'user']);
    assert.equal((await grants.list(pair.userId, { page: 1, perPage: 10 })).total, 1);
    assert.equal((await audit.events(pair.userId, 10)).length, 1);
    assert.equal(await codes.add(newCode(pair, 'c'), now), true, 'an existing grant needs no consent');
    await grants.deleteAllWithTokens(pair.userId);
    for (const digest of ['a', 'b', 'c']) assert.equal(await codes.take(digest, now), undefined);
  });

  test('of a consent and a revocation at the same time, none leaves a code without a grant', async (store, open) => {
    const stores = await openTwo(engine, store, open);
    const pair = await prepare(store);
    for (let round = 0; round < 20; round++) {
      await store.authorizationCodes.add(newCode(pair, `first ${round}`), now, consent(pair));
      const [isAdded] = await Promise.all([
        stores[0]?.authorizationCodes.add(newCode(pair, `second ${round}`), now),
        stores.at(-1)?.grants.deleteAllWithTokens(pair.userId),
      ]);
      assert.equal(typeof isAdded, 'boolean');
      assert.equal(await store.authorizationCodes.take(`second ${round}`, now), undefined);
    }
  });

  test('an expired code cannot be redeemed, and is deleted', async (store) => {
    const pair = await prepare(store);
    for (const digest of ['a', 'b'])
      await store.authorizationCodes.add(newCode(pair, digest), now, consent(pair));
    assert.equal(await store.authorizationCodes.take('a', now + minute), undefined);
    assert.equal(
      await store.authorizationCodes.take('a', now),
      undefined,
      'the late redemption deleted the code',
    );
    await store.authorizationCodes.add(
      newCode(pair, 'c', { expiresAt: now + hour }),
      now + minute,
      consent(pair),
    );
    assert.equal(await store.authorizationCodes.take('b', now), undefined);
    assert.ok(await store.authorizationCodes.take('c', now + minute));
  });

  test('a text that cannot be stored is no code', async (store) => {
    const pair = await prepare(store);
    await store.authorizationCodes.add(newCode(pair, '\ufffd'), now, consent(pair));
    await addDevice(store, pair.applicationId, { digest: '\ufffd', userCode: '\ufffd' });
    for (const text of unstorable) {
      assert.equal(await store.authorizationCodes.take(text, now), undefined);
      assert.equal(await store.deviceCodes.byUserCode(text), undefined);
      assert.equal(await store.deviceCodes.ask(text, now, 5), undefined);
      const made = store.authorizations.createInFlow(tokenMaker()(pair), 10, { deviceCode: text });
      assert.equal(await made, undefined);
      assert.equal(await store.deviceCodes.decide(text, grantedBy(pair.userId)), false);
    }
    const redirectUri = 'https://bot.example/\0';
    await store.authorizationCodes.add(newCode(pair, 'x', { redirectUri }), now, consent(pair));
    assert.notEqual((await store.authorizationCodes.take('x', now))?.redirectUri, redirectUri);
  });

  test('a code of a deleted user or application is not stored', async (store) => {
    const pair = await prepare(store);
    await addDevice(store, pair.applicationId, { digest: 'before', userCode: 'AAAA-0001' });
    await store.users.delete(pair.userId);
    await store.authorizationCodes.add(newCode(pair, 'a'), now, consent(pair));
    assert.equal(await store.authorizationCodes.take('a', now), undefined);
    assert.equal(await store.deviceCodes.decide('before', grantedBy(pair.userId)), false);
    assert.equal((await store.deviceCodes.byUserCode('AAAA-0001'))?.decision, 'pending');

    await store.applications.delete(pair.applicationId);
    assert.equal(await store.deviceCodes.byUserCode('AAAA-0001'), undefined);
    await addDevice(store, pair.applicationId, { digest: 'after', userCode: 'AAAA-0002' });
    assert.equal(await store.deviceCodes.byUserCode('AAAA-0002'), undefined);
  });

  test('codes are deleted with the grant, and with all tokens of the application', async (store) => {
    const pair = await prepare(store);
    const { userId, applicationId } = pair;
    const newToken = tokenMaker();
    const other = await addApplication(store, { clientId: 'other' });
    const user = await addUser(store, { login: 'hubot' });
    let round = 0;
    const buildUserCode = (name: string) => `AAAA-${name.slice(0, 3)}${round}`;
    const fill = async () => {
      round++;
      await store.authorizations.getOrCreate(newToken({ userId, applicationId }));
      const add = (change: Partial<Pair>, name: string) =>
        store.authorizationCodes.add(
          newCode({ ...pair, ...change }, `${name} ${round}`),
          now,
          consent({ ...pair, ...change }),
        );
      await add({}, 'own');
      await add({ applicationId: other.id }, 'of other');
      await add({ userId: user.id }, 'of hubot');
      for (const name of ['granted', 'pending'])
        await addDevice(store, applicationId, { digest: `${name} ${round}`, userCode: buildUserCode(name) });
      await store.deviceCodes.decide(`granted ${round}`, grantedBy(userId));
    };
    const left = async () => {
      const codes = await Promise.all(
        ['own', 'of other', 'of hubot'].map(async (name) =>
          (await store.authorizationCodes.take(`${name} ${round}`, now)) ? name : [],
        ),
      );
      const devices = await Promise.all(
        ['granted', 'pending'].map(async (name) =>
          (await store.deviceCodes.byUserCode(buildUserCode(name))) ? name : [],
        ),
      );
      return [...codes.flat(), ...devices.flat()];
    };
    const grantId = async () => (await store.grants.byApplication(userId, applicationId))?.id ?? 0;

    await fill();
    await store.grants.deleteWithTokens(userId, await grantId());
    assert.deepEqual(await left(), ['of other', 'of hubot', 'pending']);
    await fill();
    await store.grants.deleteAllWithTokens(userId);
    assert.deepEqual(await left(), ['of hubot', 'pending']);
    await fill();
    await store.applications.revokeAll(applicationId);
    assert.deepEqual(await left(), ['of other', 'pending']);
  });

  test('of fifty concurrent redemptions of one code one succeeds', async (store, open) => {
    const stores = await openTwo(engine, store, open);
    const pair = await prepare(store);
    await store.authorizationCodes.add(newCode(pair, 'a'), now, consent(pair));
    await addDevice(store, pair.applicationId, { digest: 'd' });
    assert.equal(await countSuccesses(stores, (each) => each.authorizationCodes.take('a', now)), 1);
    assert.equal(
      await countSuccesses(stores, (each) => each.deviceCodes.decide('d', grantedBy(pair.userId))),
      1,
    );
    const newToken = tokenMaker();
    const make = (each: Store) => each.authorizations.createInFlow(newToken(pair), 10, { deviceCode: 'd' });
    assert.equal(await countSuccesses(stores, make), 1);
    assert.equal((await store.authorizations.list(pair.userId, { page: 1, perPage: 10 })).total, 1);
  });

  test('a replayed code returns the token that was made of it, to its own application', async (store) => {
    const pair = await prepare(store);
    const other = await addApplication(store, { clientId: 'other' });
    const token = tokenMaker();
    const { authorizationCodes: codes, authorizations } = store;
    await codes.add(newCode(pair, 'a'), now, consent(pair));
    assert.equal(await codes.replay('a', pair.applicationId), undefined, 'it was not redeemed yet');
    assert.equal(await codes.replay('b', pair.applicationId), undefined);
    await codes.take('a', now);
    const made = await authorizations.createInFlow(token(pair), 10, { authorizationCode: 'a' });
    assert.ok(made);
    // Long after it expired, as long as the token exists.
    await codes.add(newCode(pair, 'c', { expiresAt: now + hour }), now + minute, consent(pair));
    assert.equal(await codes.replay('a', other.id), undefined);
    const replay = { userId: pair.userId, authorizationId: made.id };
    assert.deepEqual(await codes.replay('a', pair.applicationId), replay);
    assert.deepEqual(await codes.replay('a', pair.applicationId), replay);
    await authorizations.delete(pair.userId, made.id, at);
    assert.equal(await codes.replay('a', pair.applicationId), undefined);
    for (const text of unstorable) assert.equal(await codes.replay(text, pair.applicationId), undefined);
  });

  test('no token is made of a replayed code, or of a code whose grant was revoked', async (store) => {
    const pair = await prepare(store);
    const token = tokenMaker();
    const { authorizationCodes: codes, authorizations, grants } = store;
    await codes.add(newCode(pair, 'a'), now, consent(pair));
    await codes.take('a', now);
    const replay = { userId: pair.userId, authorizationId: null };
    assert.deepEqual(await codes.replay('a', pair.applicationId), replay);
    assert.equal(await authorizations.createInFlow(token(pair), 10, { authorizationCode: 'a' }), undefined);
    assert.equal((await authorizations.list(pair.userId, { page: 1, perPage: 10 })).total, 0);

    await codes.add(newCode(pair, 'b'), now, consent(pair));
    await codes.take('b', now);
    await grants.deleteAllWithTokens(pair.userId);
    assert.equal(await authorizations.createInFlow(token(pair), 10, { authorizationCode: 'b' }), undefined);
    assert.equal((await authorizations.list(pair.userId, { page: 1, perPage: 10 })).total, 0);
  });

  test('a code that is replayed while its token is made leaves no token', async (store, open) => {
    const stores = await openTwo(engine, store, open);
    const pair = await prepare(store);
    const token = tokenMaker();
    for (let round = 0; round < 10; round++) {
      const digest = `code ${round}`;
      await store.authorizationCodes.add(newCode(pair, digest), now, consent(pair));
      await store.authorizationCodes.take(digest, now);
      await Promise.all(
        stores.flatMap((each, index) => [
          index === 0
            ? each.authorizations.createInFlow(token(pair), 10, { authorizationCode: digest })
            : undefined,
          each.authorizationCodes.replay(digest, pair.applicationId).then(async (replay) => {
            if (replay?.authorizationId)
              await each.authorizations.delete(pair.userId, replay.authorizationId, at);
          }),
        ]),
      );
      assert.equal((await store.authorizations.list(pair.userId, { page: 1, perPage: 10 })).total, 0);
    }
  });

  test('expired codes are deleted, except those of existing tokens', async (store) => {
    const pair = await prepare(store);
    const { authorizationCodes: codes, authorizations } = store;
    for (const digest of ['kept', 'fetched', 'waiting'])
      await codes.add(newCode(pair, digest), now, consent(pair));
    for (const digest of ['kept', 'fetched']) await codes.take(digest, now);
    await authorizations.createInFlow(tokenMaker()(pair), 10, { authorizationCode: 'kept' });
    await codes.add(newCode(pair, 'new', { expiresAt: now + hour }), now + minute, consent(pair));
    const { authorization_codes: rows = [] } = (await store.readAll()).tables;
    const digests = rows.map((row) => ('digest' in row ? row.digest : undefined));
    assert.deepEqual(digests.toSorted(), ['kept', 'new']);
  });

  test('a device code is found by its user code in any case', async (store) => {
    const { applicationId } = await prepare(store);
    await addDevice(store, applicationId, { digest: 'd', scopes: ['repo'] });
    const found = await store.deviceCodes.byUserCode('wdjb-Mjht');
    assert.deepEqual(found, {
      digest: 'd',
      userCode: 'WDJB-MJHT',
      applicationId,
      scopes: ['repo'],
      decision: 'pending',
      userId: null,
      organizationIds: [],
      expiresAt: now + 15 * minute,
      interval: 5,
      askedAt: null,
    });
    for (const text of ['WDJBMJHT', 'WDJB-MJHT ', '', 'WDJB%']) {
      assert.equal(await store.deviceCodes.byUserCode(text), undefined);
    }
  });

  test('a user code is unique', async (store) => {
    const pair = await prepare(store);
    const { applicationId } = pair;
    const newToken = tokenMaker();
    assert.equal(await addDevice(store, applicationId, { digest: 'a' }), 'added');
    assert.equal(await addDevice(store, applicationId, { digest: 'b' }), 'taken');
    assert.equal((await store.deviceCodes.byUserCode('WDJB-MJHT'))?.digest, 'a');
    assert.equal(await exchange(store, newToken(pair), 'a'), false, 'the user has not decided yet');
    await store.deviceCodes.decide('a', grantedBy(pair.userId));
    assert.equal(await exchange(store, newToken(pair), 'a'), true);
    assert.equal(await exchange(store, newToken(pair), 'a'), false);
    assert.equal(await addDevice(store, applicationId, { digest: 'b' }), 'added');
  });

  test('the user decides once about a device code', async (store) => {
    const { applicationId, userId } = await prepare(store);
    await addDevice(store, applicationId, { digest: 'd', scopes: ['repo', 'gist'] });
    const granted = { ...grantedBy(userId), scopes: ['gist'], organizationIds: [3, 1] };
    assert.equal(await store.deviceCodes.decide('d', granted), true);
    assert.equal(await store.deviceCodes.decide('d', { ...granted, decision: 'denied' }), false);
    const { decision, ...rest } = granted;
    const found = await store.deviceCodes.byUserCode('WDJB-MJHT');
    assert.deepEqual({ ...found, ...rest }, found);
    assert.equal(found?.decision, decision);
    assert.equal(await store.deviceCodes.decide('other', granted), false);
  });

  test('a device that asks too early gets a longer interval', async (store) => {
    const { applicationId, userId } = await prepare(store);
    await addDevice(store, applicationId, { digest: 'd' });
    const ask = async (at: number) => {
      const before = await store.deviceCodes.ask('d', at, 5);
      const after = await store.deviceCodes.byUserCode('WDJB-MJHT');
      return [before?.askedAt, before?.interval, after?.askedAt, after?.interval];
    };
    assert.deepEqual(await ask(now), [null, 5, now, 5]);
    assert.deepEqual(await ask(now + 5000), [now, 5, now + 5000, 5]);
    assert.deepEqual(await ask(now + 9999), [now + 5000, 5, now + 9999, 10]);
    assert.deepEqual(await ask(now + 19_998), [now + 9999, 10, now + 19_998, 15]);
    assert.deepEqual(await ask(now + 34_998), [now + 19_998, 15, now + 34_998, 15]);
    await store.deviceCodes.decide('d', grantedBy(userId));
    assert.equal((await store.deviceCodes.ask('d', now + 60_000, 5))?.decision, 'granted');
    assert.equal(await store.deviceCodes.ask('other', now, 5), undefined);
  });

  test('of fifty concurrent requests the first is in time and each other one lengthens the interval', async (store, open) => {
    const stores = await openTwo(engine, store, open);
    const { applicationId } = await prepare(store);
    await addDevice(store, applicationId, { digest: 'd' });
    const before = await Promise.all(runFiftyTimes(stores, (each) => each.deviceCodes.ask('d', now, 5)));
    assert.equal(before.filter((code) => code?.askedAt === null).length, 1);
    assert.equal((await store.deviceCodes.byUserCode('WDJB-MJHT'))?.interval, 5 + 49 * 5);
  });

  test('device codes beyond a limit are rejected, and existing codes stay', async (store) => {
    const { applicationId } = await prepare(store);
    const other = await addApplication(store, { clientId: 'other' });
    const limits = { ofApplication: 3, ofNetwork: 2, inAll: 5 };
    let made = 0;
    const add = (id: number, network: string, at = now) => {
      const code = `AAAA-${String(++made).padStart(4, '0')}`;
      return addDevice(store, id, { digest: code, userCode: code, network }, at, limits);
    };
    assert.deepEqual(
      [
        await add(applicationId, '1'),
        await add(applicationId, '1'),
        await add(other.id, '1'),
        await add(applicationId, '2'),
        await add(applicationId, '2'),
        await add(other.id, '2'),
        await add(other.id, '3'),
        await add(other.id, '4'),
      ],
      ['added', 'added', 'full', 'added', 'full', 'added', 'added', 'full'],
    );
    const stays = async () => {
      for (const number of [1, 2, 4, 6, 7])
        assert.ok(await store.deviceCodes.byUserCode(`AAAA-000${number}`));
    };
    await stays();
    assert.equal(await add(other.id, '4', now + 15 * minute - 1), 'full');
    await stays();
    // Expired codes no longer count.
    assert.equal(await add(other.id, '1', now + 15 * minute), 'added');
    assert.equal(await store.deviceCodes.byUserCode('AAAA-0001'), undefined);
  });

  test('an exchanged device code no longer counts, and a taken user code is not reported as a full limit', async (store) => {
    const pair = await prepare(store);
    const limits = { ofApplication: 1, ofNetwork: 1, inAll: 1 };
    const add = (digest: string, userCode: string, most = limits) =>
      addDevice(store, pair.applicationId, { digest, userCode }, now, most);
    assert.equal(await add('a', 'AAAA-0000'), 'added');
    assert.equal(await add('b', 'BBBB-0000'), 'full');
    assert.equal(
      await add('b', 'AAAA-0000', { ...limits, inAll: 2, ofNetwork: 2, ofApplication: 2 }),
      'taken',
    );
    await store.deviceCodes.decide('a', grantedBy(pair.userId));
    assert.equal(await exchange(store, tokenMaker()(pair), 'a'), true);
    assert.equal(await add('b', 'BBBB-0000'), 'added');
  });

  test('fifty concurrent device codes do not exceed the limits', async (store, open) => {
    const stores = await openTwo(engine, store, open);
    const { applicationId } = await prepare(store);
    for (let round = 10; round < 20; round++) {
      const limits = { ofApplication: 1000, ofNetwork: 2, inAll: 1000 };
      const outcomes = await Promise.all(
        runFiftyTimes(stores, (each, index) => {
          const code = {
            digest: `${round} ${index}`,
            userCode: `AA${round}-00${index}`,
            network: `${round}`,
          };
          return addDevice(each, applicationId, code, now, limits);
        }),
      );
      assert.equal(outcomes.filter((outcome) => outcome === 'added').length, 2);
      assert.equal(outcomes.filter((outcome) => outcome === 'full').length, 48);
    }
  });

  test('a device code that is exchanged while its access is revoked leaves no token', async (store, open) => {
    const stores = await openTwo(engine, store, open);
    const pair = await prepare(store);
    const newToken = tokenMaker();
    const revocations = [
      (each: Store) => each.applications.revokeAll(pair.applicationId),
      (each: Store) => each.grants.deleteAllWithTokens(pair.userId),
    ];
    for (let round = 0; round < 20; round++) {
      const deviceCode = `d ${round}`;
      await addDevice(store, pair.applicationId, { digest: deviceCode, userCode: `AAAA-00${10 + round}` });
      await store.deviceCodes.decide(deviceCode, grantedBy(pair.userId));
      const making = store.authorizations.createInFlow(newToken(pair), 10, { deviceCode });
      // At different points of the transaction that makes the token.
      await setTimeout(round / 4);
      await revocations[round % 2]?.(stores.at(-1) ?? store);
      await making;
      assert.equal((await store.authorizations.list(pair.userId, { page: 1, perPage: 10 })).total, 0);
    }
  });

  test('expired device codes are deleted an hour after their expiry', async (store) => {
    const { applicationId } = await prepare(store);
    const over = now + 15 * minute;
    await addDevice(store, applicationId, { digest: 'a' });
    await addDevice(store, applicationId, { digest: 'b', userCode: 'BBBB-0000' }, over + hour - 1);
    assert.ok(await store.deviceCodes.ask('a', over, 5));
    await addDevice(store, applicationId, { digest: 'c', userCode: 'CCCC-0000' }, over + hour);
    assert.equal(await store.deviceCodes.ask('a', over, 5), undefined);
  });
}

type Pair = Awaited<ReturnType<typeof prepare>>;

async function prepare(store: Store) {
  return { userId: (await addUser(store)).id, applicationId: (await addApplication(store)).id };
}

/** The event of a user who authorizes an application. */
function consent({ userId }: Pair): NewSecurityEvent {
  return {
    userId,
    at: now,
    action: 'oauth_authorization.create',
    subject: 'Bot',
    address: '127.0.0.1',
    userAgent: 'browser',
  };
}

function newCode(pair: Pair, digest: string, change: Partial<AuthorizationCode> = {}): AuthorizationCode {
  return {
    digest,
    ...pair,
    redirectUri: null,
    scopes: [],
    challenge: null,
    organizationIds: [],
    expiresAt: now + minute,
    ...change,
  };
}

function addDevice(
  store: Store,
  applicationId: number,
  change: { digest: string; userCode?: string; scopes?: string[]; network?: string },
  at = now,
  limits: DeviceCodeLimits = { ofApplication: 100, ofNetwork: 100, inAll: 100 },
) {
  const code = {
    userCode: 'WDJB-MJHT',
    scopes: [],
    expiresAt: at + 15 * minute,
    interval: 5,
    network: '::1',
  };
  return store.deviceCodes.add({ ...code, ...change, applicationId }, at, limits);
}

/** Whether a token is made of a device code. */
async function exchange(
  store: Store,
  token: Parameters<Store['authorizations']['createInFlow']>[0],
  deviceCode: string,
): Promise<boolean> {
  return (await store.authorizations.createInFlow(token, 10, { deviceCode })) !== undefined;
}

function grantedBy(userId: number) {
  return { decision: 'granted' as const, userId, scopes: [], organizationIds: [] };
}
