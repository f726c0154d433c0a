import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { HttpError } from '#http/errors/errors.ts';
import { createRuntime } from '#runtime.ts';
import { recordingOf } from '#test/support/exchange-summary.ts';
import { joinHead } from './attempt-log.ts';
import { checkKeyName } from './key-name.ts';
import type { KeyRequest, LabLogic } from './logic.ts';
import { MAX_KEYS, MemoryKeys } from './memory-keys.ts';

interface Request extends KeyRequest<string> {
  readonly isRejected?: boolean;
  readonly isBroken?: boolean;
}

interface State {
  readonly definition: string;
  readonly ended: readonly number[];
}

/** A lab whose result is the number of the attempt, and which remembers the ends of attempts. */
const LOGIC: LabLogic<State, Request, number> = {
  lab: 'test',
  missing: (key) => `No key ${key}.`,
  create: (definition) => ({ definition, ended: [] }),
  accept(state, { definition }) {
    if (definition === undefined || definition === state.definition) return state;
    throw new HttpError(409, 'Another definition.');
  },
  decide(state, { isRejected, isBroken }, { n }) {
    if (isBroken) throw new TypeError('broken');
    const outcome = { step: 7, caller: null };
    const rejection = { status: 429, message: 'Rejected.', problems: [] };
    return isRejected ? { state, outcome, rejection, isOccupied: true } : { state, outcome, result: n };
  },
  ended: ({ definition, ended }, { n }) => ({ definition, ended: [...ended, n] }),
  view: (state) => ({ ...state }),
};

const HEAD = joinHead(
  '/sequence/k/status=503/end',
  Object.entries({
    Host: '127.0.0.1:8080',
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)',
    Accept: 'application/json, text/plain, */*',
    'Accept-Encoding': 'gzip, deflate, br, zstd',
    'Content-Type': 'application/json',
    Connection: 'keep-alive',
  }).flat(),
);

const ANSWERED = recordingOf({ ended: 'answered' }).summarize();

function open() {
  const keys = new MemoryKeys([LOGIC, { ...LOGIC, lab: 'other' }], createRuntime({ now: 1000 }));
  let lastId = 0;
  const callOf = (key: string, request: Request = { definition: 'd' }, head = '/test/k\nA\n1') => ({
    id: `${++lastId}`,
    lab: 'test',
    key,
    request,
    at: 5,
    head,
  });
  const begin = (...parameters: Parameters<typeof callOf>) => {
    const call = callOf(...parameters);
    return { ...call, ...keys.begin(call, recordingOf()) };
  };
  const end = ({ id }: { readonly id: string }, isSettled = true) =>
    keys.end(id, { exchange: ANSWERED, chosenStatus: 200, isSettled });
  const outline = () => keys.list().map(({ lab, key, count }) => `${lab}/${key} ${count}`);
  /** The heads of all attempts at a key. */
  const headsOf = (key: string) => {
    const { attempts = [], heads = [] } = keys.read('test', key) ?? {};
    return attempts.map(({ head }) => (head === null ? null : heads[head]));
  };
  return { keys, callOf, begin, end, outline, headsOf };
}

const defined = (key: string, definition = 'd') => ({ lab: 'test', key, definition });

describe('an attempt at a key', () => {
  it('makes the key on first use, and has a number, a result and its request', () => {
    const { keys, begin, outline } = open();
    const all = [begin('k'), begin('k', { definition: undefined })];
    assert.deepEqual(
      all.map(({ n, result, rejection }) => [n, result, rejection]),
      [1, 2].map((n) => [n, n, undefined]),
    );
    const { attempts, ...record } = keys.read('test', 'k') ?? assert.fail();
    const view = { definition: 'd', ended: [] };
    assert.deepEqual(record, { lab: 'test', key: 'k', view, count: 2, ended: 0, heads: ['/test/k\nA\n1'] });
    const outcome = { step: 7, caller: null, details: undefined };
    const exchange = recordingOf().summarize();
    assert.deepEqual(attempts, [
      { n: 1, time: 1000, gap: null, head: 0, ...outcome, exchange },
      { n: 2, time: 1000, gap: 0, head: 0, ...outcome, exchange },
    ]);
    assert.deepEqual(outline(), ['test/k 2']);
  });

  it('is none without a key, with another definition, or if the lab fails', () => {
    const { keys, begin, outline } = open();
    assert.throws(() => begin('k', { definition: undefined }), { status: 404, message: 'No key k.' });
    assert.deepEqual(outline(), []);
    begin('k');
    for (const rejected of [begin, (key: string, request: Request) => keys.check('test', key, request)]) {
      assert.throws(() => rejected('k', { definition: 'e' }), {
        status: 409,
        message: 'Another definition.',
      });
      assert.throws(() => rejected('n', { definition: undefined }), { status: 404, message: 'No key n.' });
    }
    assert.throws(() => begin('k', { definition: 'd', isBroken: true }), { name: 'TypeError' });
    keys.check('test', 'k', { definition: 'd' });
    keys.check('test', 'n', { definition: 'd' });
    assert.throws(() => keys.check('none', 'k', { definition: 'd' }), { message: 'There is no lab none' });
    assert.deepEqual(outline(), ['test/k 1']);
  });

  it('counts if the lab rejects it, which is checked without an effect', () => {
    const { keys, callOf, begin, outline } = open();
    const rejected: Request = { definition: 'd', isRejected: true };
    const areOccupied = [rejected, { definition: 'd' }].map((each) => keys.isOccupied(callOf('k', each)));
    assert.deepEqual([areOccupied, outline()], [[true, false], []]);
    const attempt = begin('k', rejected);
    assert.deepEqual([attempt.result, attempt.rejection?.status], [undefined, 429]);
    assert.deepEqual(keys.decide(attempt.id, { definition: 'd' }), { result: 1, rejection: undefined });
    assert.equal(keys.decide(attempt.id, rejected).rejection?.status, 429);
  });

  it('ends once, and is not decided again after its end', () => {
    const { keys, begin, end } = open();
    const attempt = begin('k');
    for (const isSettled of [false, true, true]) {
      end(attempt, isSettled);
      const { view, ended } = keys.read('test', 'k') ?? assert.fail();
      assert.deepEqual([view, ended], [{ definition: 'd', ended: [1] }, 1]);
      const message = 'The exchange of the attempt has ended.';
      assert.throws(() => keys.decide(attempt.id, { definition: 'd' }), { status: 409, message });
    }
  });

  it('ends with its process, if it has not ended before', () => {
    const { keys, begin, end } = open();
    const [first, second] = [begin('k'), begin('k')];
    end(first, false);
    for (const { id } of [first, second, second]) keys.lose(id);
    const { ended, attempts } = keys.read('test', 'k') ?? assert.fail();
    assert.deepEqual(
      [ended, attempts.map(({ exchange }) => exchange.ended)],
      [2, ['answered', 'server-rst']],
    );
  });

  it('does not end an attempt of the same number at a later key of the same name', () => {
    const { keys, begin, end } = open();
    const attempt = begin('k');
    keys.delete('test', 'k');
    begin('k');
    end(attempt);
    const { view, count, ended } = keys.read('test', 'k') ?? assert.fail();
    assert.deepEqual([view.ended, count, ended], [[], 1, 0]);
  });
});

describe('the keys of a process', () => {
  it('are defined, in place of those with the same name, and deleted', () => {
    const { keys, begin, outline } = open();
    begin('k');
    const view = { definition: 'e', ended: [] };
    const record = { lab: 'test', key: 'k', view, count: 0, ended: 0, heads: [], attempts: [] };
    assert.deepEqual(keys.define(defined('k', 'e')), record);
    assert.deepEqual(keys.read('test', 'k'), record);
    keys.seed([defined('a'), defined('b')]);
    assert.deepEqual(outline(), ['test/k 0', 'test/a 0', 'test/b 0']);
    assert.deepEqual([keys.delete('test', 'a'), keys.delete('test', 'a')], [true, false]);
    assert.equal(keys.read('test', 'a'), undefined);
    keys.replace([defined('c')]);
    assert.deepEqual(outline(), ['test/c 0']);
  });

  it('are those of the first start', () => {
    const { keys, begin, outline } = open();
    begin('other');
    keys.start([defined('k')]);
    keys.start([defined('later')]);
    assert.deepEqual(outline(), ['test/k 0']);
  });

  it('are 1000 of all labs: the one without a request for the longest time is removed', () => {
    const { keys, callOf, begin, outline } = open();
    for (let n = 0; n < MAX_KEYS - 1; n++) begin(`k${n}`);
    keys.begin({ ...callOf('k0'), lab: 'other' }, recordingOf());
    begin('k0');
    // Reading does not count as a request.
    keys.read('test', 'k1');
    begin('new');
    const names = outline();
    assert.deepEqual([names.length, names[0], names.at(-1)], [1000, 'test/k2 1', 'test/new 1']);
    assert.ok(names.includes('test/k0 2') && names.includes('other/k0 1'));
  });

  it('keep the latest 200 attempts', () => {
    const { keys, begin, end } = open();
    for (let n = 0; n < 250; n++) end(begin('k'));
    const { count, ended, attempts } = keys.read('test', 'k') ?? assert.fail();
    assert.deepEqual([count, ended, attempts.length, attempts[0]?.n], [250, 250, 200, 51]);
  });

  it('have names of letters, digits and some signs', () => {
    for (const key of ['', 'a b', 'a/b', 'x'.repeat(65), 'é'])
      assert.throws(() => checkKeyName(key), { status: 400, message: /^key: must be 1 to 64 letters/ }, key);
    const longest = `A-z.9_~${'x'.repeat(57)}`;
    assert.equal(checkKeyName(longest), longest);
  });
});

describe('the heads of attempts', () => {
  const SIZE = 64 * 1024;
  const headOf = (n: number | string, size = SIZE) => `${n}`.padEnd(size, 'x');

  it('are 64 KiB of a key, of the latest attempts', () => {
    const { begin, headsOf } = open();
    const heads = [headOf('a', SIZE / 2), headOf('b', SIZE / 2), 'c'];
    for (const head of heads.slice(0, 2)) begin('k', undefined, head);
    assert.deepEqual(headsOf('k'), heads.slice(0, 2));
    begin('k', undefined, 'c');
    assert.deepEqual(headsOf('k'), [null, ...heads.slice(1)]);
  });

  it('are 8 MiB of all keys: those of the keys without a request for the longest time are removed', () => {
    const { begin, headsOf } = open();
    for (let n = 0; n < 128; n++) begin(`k${n}`, undefined, headOf(n));
    assert.deepEqual(headsOf('k0'), [headOf(0)]);
    begin('last', undefined, 'd');
    assert.deepEqual([headsOf('k0'), headsOf('k1'), headsOf('last')], [[null], [headOf(1)], ['d']]);
  });

  it('do not count for keys that were evicted, deleted or replaced', () => {
    for (const remove of [
      ({ begin }: ReturnType<typeof open>) => {
        for (let n = 0; n < MAX_KEYS; n++) begin(`other${n}`, undefined, '');
      },
      ({ keys }: ReturnType<typeof open>) => {
        for (const { lab, key } of keys.list()) keys.delete(lab, key);
      },
      ({ keys }: ReturnType<typeof open>) => keys.seed(keys.list().map(({ key }) => defined(key))),
      ({ keys }: ReturnType<typeof open>) => keys.replace([]),
    ]) {
      const opened = open();
      for (let round = 0; round < 2; round++) {
        for (let n = 0; n < 128; n++) opened.begin(`k${n}`, undefined, headOf(n));
        assert.deepEqual(opened.headsOf('k0'), [headOf(0)]);
        remove(opened);
      }
    }
  });

  it('and 200,000 attempts take less than 64 MB', () => {
    const { keys, callOf } = open();
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('gc');
    assert.ok(typeof collect === 'function');
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let key = 0; key < MAX_KEYS; key++)
      for (let n = 0; n < 200; n++) {
        // Texts of their own, as each request has.
        const call = callOf(`key-${key}`, { definition: 'd' }, Buffer.from(HEAD).toString());
        const bodyDigest = Buffer.alloc(32, 7).toString('latin1');
        const exchange = recordingOf({ connection: n, bodyDigest }).summarize();
        keys.begin({ ...call, at: n * 1000 }, exchange);
        keys.end(call.id, { exchange: { ...exchange }, chosenStatus: 200, isSettled: true });
      }
    collect();
    const size = (process.memoryUsage().heapUsed - before) / 1e6;
    assert.equal(keys.list().length, MAX_KEYS);
    assert.ok(size < 64, `${size} MB`);
  });
});

describe('a wait for the ends of attempts', () => {
  it('ends with the last one, also if the key is made later', async () => {
    const { keys, begin, end } = open();
    assert.equal(await keys.wait('1', 'test', 'k', 0, 60_000), 0);
    const waiting = keys.wait('1', 'test', 'k', 2, 60_000);
    for (let n = 0; n < 2; n++) end(begin('k'));
    assert.equal(await waiting, 2);
    assert.equal(await keys.wait('1', 'test', 'k', 1, 60_000), 2);
  });

  it('ends in time with the number so far, or when its process does not want it any more', async () => {
    const { keys, begin, end } = open();
    end(begin('k'));
    begin('k');
    assert.equal(await keys.wait('1', 'test', 'k', 2, 1), 1);
    assert.equal(await keys.wait('1', 'test', 'other', 1, 1), 0);
    const waiting = keys.wait('1', 'test', 'k', 2, 60_000);
    for (const id of ['1', '2']) keys.endWait(id);
    assert.equal(await waiting, 1);
  });
});
