import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { recordingOf } from '#test/support/exchange-summary.ts';
import type { AttemptStart } from './attempt.ts';
import { joinHead } from './attempt.ts';
import { checkKeyName } from './key-name.ts';
import type { LabValue } from './key-type.ts';
import { KeyedState, type LabKey } from './keyed-state.ts';

class Empty implements LabValue {
  view() {
    return {};
  }

  begin() {
    return { result: undefined };
  }
}

const HEADERS = Object.entries({
  Host: '127.0.0.1:8080',
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)',
  Accept: 'application/json, text/plain, */*',
  'Accept-Encoding': 'gzip, deflate, br, zstd',
  'Content-Type': 'application/json',
  Connection: 'keep-alive',
}).flat();

function start(n: number, head = joinHead('/sequence/k/status=503/end', HEADERS)): AttemptStart {
  return {
    time: 1_700_000_000_000 + n,
    at: n * 1000,
    recording: recordingOf({ connection: n, bodyDigest: Buffer.alloc(32, 7).toString('latin1') }),
    // A text of its own, as each request has.
    head: Buffer.from(head).toString(),
  };
}

const open = (state: KeyedState, key: string): LabKey => state.open('sequence', key, () => new Empty());

function add(state: KeyedState, key: LabKey, attempt: AttemptStart): void {
  const before = key.log.headSize;
  key.log.settle(key.log.add(attempt));
  key.log.end();
  state.resize(before, key);
}

describe('the keyed state', () => {
  it('removes the key without a request for the longest time at 1,001 keys of all labs', () => {
    const state = new KeyedState();
    for (let n = 0; n < 999; n++) open(state, `k${n}`);
    state.open('limit', 'k0', () => new Empty());
    open(state, 'k0');
    // Reading does not count as a request.
    state.find('sequence', 'k1');
    open(state, 'new');
    const names = state.list().map(({ lab, key }) => `${lab}/${key}`);
    assert.equal(names.length, 1000);
    assert.ok(!names.includes('sequence/k1'));
    assert.ok(names.includes('sequence/k0') && names.includes('limit/k0'));
  });

  it('keeps the latest 200 attempts, and counts all', () => {
    const state = new KeyedState();
    const key = open(state, 'k');
    for (let n = 0; n < 250; n++) add(state, key, start(n));
    assert.deepEqual([key.log.count, key.log.ended, key.log.attempts.length], [250, 250, 200]);
    assert.equal(key.log.attempts[0]?.n, 51);
  });

  it('keeps 64 KiB of heads of a key, and those of the latest attempts', () => {
    const state = new KeyedState();
    const key = open(state, 'k');
    for (let n = 0; n < 10; n++) add(state, key, start(n, `${n}`.padEnd(20_000, 'x')));
    const retained = key.log.attempts.filter(({ head }) => head !== undefined).map(({ n }) => n);
    assert.deepEqual(retained, [8, 9, 10]);
    assert.equal(key.log.headSize, 60_000);
  });

  it('does not count the heads of keys that are removed, deleted or cleared', () => {
    const remove: readonly ((state: KeyedState) => void)[] = [
      (state) => {
        for (let n = 0; n < 1000; n++) open(state, `other${n}`);
      },
      (state) => {
        for (const { lab, key } of state.list()) state.delete(lab, key);
      },
      (state) => state.clear(),
    ];
    const fill = (state: KeyedState) => {
      for (let n = 0; n < 130; n++) add(state, open(state, `k${n}`), start(n, `${n}`.padEnd(60_000, 'x')));
      return state.list().filter(({ log }) => log.attempts[0]?.head !== undefined).length;
    };
    for (const action of remove) {
      const state = new KeyedState();
      assert.equal(fill(state), 130);
      action(state);
      assert.equal(fill(state), 130);
    }
  });

  it('forgets the heads of idle keys above 8 MiB of all keys', () => {
    const state = new KeyedState();
    for (let n = 0; n < 200; n++) add(state, open(state, `k${n}`), start(n, `${n}`.padEnd(60_000, 'x')));
    const retained = state.list().filter(({ log }) => log.attempts[0]?.head !== undefined);
    assert.equal(retained.length, Math.floor((8 * 1024 * 1024) / 60_000));
    assert.equal(retained.at(-1)?.key, 'k199');
    state.clear();
    assert.deepEqual(state.list(), []);
  });

  it('keeps heads of exactly 64 KiB of a key, and of 8 MiB of all keys', () => {
    const state = new KeyedState();
    const size = 64 * 1024;
    const retained = () => state.list().map(({ log }) => log.attempts.map(({ head }) => head?.length));
    add(state, open(state, 'k0'), start(0, 'a'.repeat(size / 2)));
    add(state, open(state, 'k0'), start(1, 'b'.repeat(size / 2)));
    assert.deepEqual(retained(), [[size / 2, size / 2]]);
    add(state, open(state, 'k0'), start(2, 'c'));
    assert.deepEqual(retained(), [[undefined, size / 2, 1]]);
    state.clear();
    for (let n = 0; n < 128; n++) add(state, open(state, `k${n}`), start(n, `${n}`.padEnd(size, 'x')));
    assert.deepEqual(retained(), Array(128).fill([size]));
    add(state, open(state, 'last'), start(0, 'd'));
    assert.deepEqual(retained(), [[undefined], ...Array(127).fill([size]), [1]]);
  });

  it('counts no heads of keys that were removed, replaced or cleared', () => {
    const state = new KeyedState();
    // Half of the maximum.
    const fill = (name: string) => {
      for (let n = 0; n < 69; n++) add(state, open(state, `${name}${n}`), start(n, ''.padEnd(60_000, 'x')));
    };
    const areKept = () =>
      state.list().every(({ log }) => log.attempts.every(({ head }) => head !== undefined));
    fill('a');
    fill('b');
    assert.equal(areKept(), true);
    for (let n = 0; n < 69; n++) assert.equal(state.delete('sequence', `a${n}`), true);
    assert.equal(state.delete('sequence', 'a0'), false);
    fill('c');
    assert.equal(areKept(), true);
    for (let n = 0; n < 69; n++) assert.equal(state.replace('sequence', `b${n}`, new Empty()).log.count, 0);
    fill('d');
    assert.equal(areKept(), true);
    state.clear();
    fill('e');
    fill('f');
    assert.equal(areKept(), true);
    fill('g');
    assert.equal(areKept(), false);
  });

  it('has keys with letters, digits and some signs', () => {
    for (const key of ['', 'a b', 'a/b', 'x'.repeat(65), 'é'])
      assert.throws(
        () => checkKeyName(key),
        {
          status: 400,
          message: 'key: must be 1 to 64 letters, digits, dots, underscores, tildes and hyphens',
        },
        key,
      );
    assert.doesNotThrow(() => checkKeyName(`A-z.9_~${'x'.repeat(57)}`));
  });

  it('has 1,000 keys with 200 attempts each in less than 64 MB', () => {
    const state = new KeyedState();
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('gc');
    assert.ok(typeof collect === 'function');
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let key = 0; key < 1000; key++) {
      const opened = open(state, `key-${key}`);
      for (let n = 0; n < 200; n++) add(state, opened, start(n));
    }
    collect();
    const size = (process.memoryUsage().heapUsed - before) / 1e6;
    assert.equal(state.list().length, 1000);
    assert.ok(size < 64, `${size} MB`);
  });
});
