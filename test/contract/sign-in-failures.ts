import assert from 'node:assert/strict';
import { type StoreTest, unstorable } from './engine.ts';

export function signInFailureContract(test: StoreTest): void {
  test('failures are counted from the first until the window is over', async ({ signInFailures }) => {
    const start = 1_583_053_200_000;
    assert.equal(await signInFailures.byKey('login:mona'), undefined);
    assert.deepEqual(await signInFailures.add('login:mona', start, 900), { count: 1, firstAt: start });
    assert.deepEqual(await signInFailures.add('login:mona', start + 900, 900), { count: 2, firstAt: start });
    assert.deepEqual(await signInFailures.byKey('login:mona'), { count: 2, firstAt: start });
    assert.deepEqual(await signInFailures.add('login:mona', start + 901, 900), {
      count: 1,
      firstAt: start + 901,
    });
  });

  test('a window of before the clock was set back is over', async ({ signInFailures }) => {
    await signInFailures.add('login:mona', 10_000, 900);
    assert.deepEqual(await signInFailures.add('login:mona', 9_100, 900), { count: 2, firstAt: 10_000 });
    assert.deepEqual(await signInFailures.add('login:mona', 9_099, 900), { count: 1, firstAt: 9_099 });
  });

  test('failures of one key can be forgotten', async ({ signInFailures }) => {
    await signInFailures.add('login:mona', 1000, 900);
    await signInFailures.add('address:192.0.2.1', 1000, 900);
    await signInFailures.clear('login:mona');
    assert.equal(await signInFailures.byKey('login:mona'), undefined);
    assert.deepEqual(await signInFailures.byKey('address:192.0.2.1'), { count: 1, firstAt: 1000 });
  });

  test('a key may be any text of any length, and stays apart from the others', async ({ signInFailures }) => {
    const noise = Array.from({ length: 20_000 }, (_, at) =>
      String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000)),
    );
    const keys = [...unstorable, '\ud801', '\ufffd', '', noise.join(''), `${noise.join('')}!`];
    for (const [at, key] of keys.entries()) await signInFailures.add(key, at, 900);
    for (const [at, key] of keys.entries()) {
      assert.deepEqual(await signInFailures.byKey(key), { count: 1, firstAt: at });
    }
    await signInFailures.clear('\ud800');
    assert.equal(await signInFailures.byKey('\ud800'), undefined);
  });

  test('failures of more than a day ago make room for new ones', async ({ signInFailures }) => {
    const day = 86_400_000;
    await signInFailures.add('login:old', 0, 900);
    await signInFailures.add('login:recent', day, 900);
    await signInFailures.add('login:new', day + 1, 900);
    assert.equal(await signInFailures.byKey('login:old'), undefined);
    assert.deepEqual(await signInFailures.byKey('login:recent'), { count: 1, firstAt: day });
  });
}
