import assert from 'node:assert/strict';
import type { AttemptRules } from '#accounts/store/index.ts';
import { openThree } from './concurrency.ts';
import { type EngineUnderTest, type StoreTest, unstorable } from './engine.ts';

const rules = (at: number, change: Partial<AttemptRules> = {}): AttemptRules => ({
  at,
  window: 900,
  limit: 1000,
  ...change,
});

export function signInFailureContract(test: StoreTest, engine: EngineUnderTest): void {
  test('failures are counted from the first until the window is over', async ({ signInFailures }) => {
    const start = 1_583_053_200_000;
    assert.equal(await signInFailures.byKey('login:mona'), undefined);
    assert.deepEqual(await signInFailures.attempt('login:mona', rules(start)), { count: 1, firstAt: start });
    assert.deepEqual(await signInFailures.attempt('login:mona', rules(start + 900)), {
      count: 2,
      firstAt: start,
    });
    assert.deepEqual(await signInFailures.byKey('login:mona'), { count: 2, firstAt: start });
    assert.deepEqual(await signInFailures.attempt('login:mona', rules(start + 901)), {
      count: 1,
      firstAt: start + 901,
    });
  });

  test('a window from before the clock was set back is over', async ({ signInFailures }) => {
    await signInFailures.attempt('login:mona', rules(10_000));
    assert.deepEqual(await signInFailures.attempt('login:mona', rules(9_100)), { count: 2, firstAt: 10_000 });
    assert.deepEqual(await signInFailures.attempt('login:mona', rules(9_099)), { count: 1, firstAt: 9_099 });
  });

  test('a long key is stored as its digest, and counts like any other', async (store) => {
    const keys = ['login:', 'login:m'].map((start) => start.padEnd(256, 'x'));
    const short = 'login:'.padEnd(255, 'x');
    for (const key of [...keys, ...keys, short]) await store.signInFailures.attempt(key, rules(1000));
    for (const key of keys)
      assert.deepEqual(await store.signInFailures.byKey(key), { count: 2, firstAt: 1000 });
    const stored = JSON.stringify(await store.readAll());
    assert.ok(stored.includes(short));
    for (const key of keys) assert.ok(!stored.includes(key));
  });

  test('failures of one key can be cleared', async ({ signInFailures }) => {
    await signInFailures.attempt('login:mona', rules(1000));
    await signInFailures.attempt('address:192.0.2.1', rules(1000));
    await signInFailures.clear('login:mona');
    assert.equal(await signInFailures.byKey('login:mona'), undefined);
    assert.deepEqual(await signInFailures.byKey('address:192.0.2.1'), { count: 1, firstAt: 1000 });
  });

  test('a key can be any text of any length, and differs from all others', async ({ signInFailures }) => {
    const noise = Array.from({ length: 20_000 }, (_, at) =>
      String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000)),
    );
    const keys = [...unstorable, '\ud801', '\ufffd', '', noise.join(''), `${noise.join('')}!`];
    for (const [at, key] of keys.entries()) await signInFailures.attempt(key, rules(at));
    for (const [at, key] of keys.entries()) {
      assert.deepEqual(await signInFailures.byKey(key), { count: 1, firstAt: at });
    }
    await signInFailures.clear('\ud800');
    assert.equal(await signInFailures.byKey('\ud800'), undefined);
  });

  test('no attempt is counted beyond the limit until the window is over', async ({ signInFailures }) => {
    const attempt = (at: number) => signInFailures.attempt('login:mona', rules(at, { limit: 2 }));
    assert.deepEqual(await attempt(1000), { count: 1, firstAt: 1000 });
    assert.deepEqual(await attempt(1001), { count: 2, firstAt: 1000 });
    assert.equal(await attempt(1002), undefined);
    assert.equal(await attempt(1900), undefined);
    assert.deepEqual(await signInFailures.byKey('login:mona'), { count: 2, firstAt: 1000 });
    assert.deepEqual(await attempt(1901), { count: 1, firstAt: 1901 });
  });

  test('of fifty concurrent attempts as many are counted as the limit allows', async (store, open) => {
    const stores = await openThree(engine, store, open);
    for (const limit of [1, 10]) {
      const key = `login:${limit}`;
      const attempts = await Promise.all(
        Array.from({ length: 50 }, (_, at) =>
          stores[at % stores.length]?.signInFailures.attempt(key, rules(1000, { limit })),
        ),
      );
      const counts = attempts.flatMap((each) => each?.count ?? []).toSorted((a, b) => a - b);
      assert.deepEqual(
        counts,
        Array.from({ length: limit }, (_, at) => at + 1),
      );
      assert.deepEqual(await store.signInFailures.byKey(key), { count: limit, firstAt: 1000 });
    }
  });

  test('an attempt can be withdrawn from its own window only', async ({ signInFailures }) => {
    const key = 'login:mona';
    await signInFailures.withdraw(key, 1000);
    assert.equal(await signInFailures.byKey(key), undefined);
    await signInFailures.attempt(key, rules(1000));
    await signInFailures.attempt(key, rules(1000));
    await signInFailures.withdraw(key, 999);
    assert.deepEqual(await signInFailures.byKey(key), { count: 2, firstAt: 1000 });
    for (const count of [1, 0, 0]) {
      await signInFailures.withdraw(key, 1000);
      assert.deepEqual(await signInFailures.byKey(key), { count, firstAt: 1000 });
    }
  });

  test('expired windows are deleted when others begin', async ({ signInFailures }) => {
    const { attempt, byKey } = signInFailures;
    for (const key of ['old', 'older', 'oldest']) await attempt(key, rules(0));
    await attempt('long', rules(0, { window: 2000 }));
    await attempt('present', rules(900));
    for (const key of ['old', 'older', 'oldest']) assert.ok(await byKey(key), key);
    for (const key of ['new', 'newer']) await attempt(key, rules(901));
    for (const key of ['old', 'older', 'oldest']) assert.equal(await byKey(key), undefined, key);
    for (const key of ['long', 'present', 'new', 'newer']) assert.ok(await byKey(key), key);
  });

  test('a window from long before the clock was set back is deleted when another begins', async ({
    signInFailures,
  }) => {
    await signInFailures.attempt('ahead', rules(86_400_000 * 365));
    await signInFailures.attempt('present', rules(0));
    assert.equal(await signInFailures.byKey('ahead'), undefined);
    assert.ok(await signInFailures.byKey('present'));
  });

  test('the number of unknown keys is limited, and they never replace a known key', async (store) => {
    const { attempt, byKey } = store.signInFailures;
    const unknown = (at: number) => rules(at, { maxUnknown: 3 });
    await attempt('known', rules(1, { limit: 1 }));
    for (let at = 2; at < 50; at++) await attempt(`unknown ${at}`, unknown(at));
    const { sign_in_failures: rows = [] } = (await store.readAll()).tables;
    assert.equal(rows.length, 4);
    for (const at of [47, 48, 49]) assert.ok(await byKey(`unknown ${at}`));
    assert.equal(await attempt('known', rules(50, { limit: 1 })), undefined, 'it is still locked');
    // A key that becomes known is kept from then on.
    await attempt('unknown 47', rules(50));
    for (let at = 51; at < 60; at++) await attempt(`unknown ${at}`, unknown(at));
    assert.deepEqual(await byKey('unknown 47'), { count: 2, firstAt: 47 });
  });
}
