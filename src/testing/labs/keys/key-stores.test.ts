import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { StoreUnavailableError } from '#database/errors.ts';
import { HttpError } from '#http/errors/errors.ts';
import { createRuntime } from '#runtime.ts';
import { createDatabaseState } from '#shared/database/database-state.ts';
import type { StateEngine } from '#shared/database/engine.ts';
import { openPostgresEngine } from '#shared/postgres/engine.ts';
import type { SharedRecords } from '#shared/shared-records.ts';
import { openSqliteEngine } from '#shared/sqlite/engine.ts';
import { temporaryFolder } from '#test/support/commands/command.ts';
import { administer, openPostgresSchema } from '#test/support/databases/postgres.ts';
import { recordingOf } from '#test/support/exchange-summary.ts';
import { holdsFor, until } from '#test/support/until.ts';
import { limitLogic } from '../limit/rate-limit.ts';
import { joinHead } from './attempt-log.ts';
import type { KeyRecord } from './attempt-view.ts';
import { DatabaseKeys } from './database-keys.ts';
import { checkKeyName } from './key-name.ts';
import { type KeyAttempt, type KeyStore, MAX_KEYS } from './key-store.ts';
import type { KeyRequest, LabLogic } from './logic.ts';
import { MemoryKeys } from './memory-keys.ts';

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

/** A request to a limit of one concurrent request. */
const LIMIT = {
  lab: 'limit',
  key: 'one',
  request: {
    definition: {
      kind: 'concurrent',
      policies: [{ name: 'p', quota: 1, window: 1 }],
      per: 'key',
      unit: 'concurrent-requests',
    },
    partition: null,
    units: 1,
    retry: ['none'],
  },
  head: '/',
};

const logic = [LOGIC, { ...LOGIC, lab: 'other' }, limitLogic];
const runtime = createRuntime({ now: 1000 });
const log = { info() {}, warn() {}, error() {} };

/** Replaces the records of a process. */
type Wrap = (records: SharedRecords) => SharedRecords;

/** Opens the keys in the database of an engine, as one of several processes. */
async function openKeys(
  t: TestContext,
  engine: StateEngine,
  wrap: Wrap = (records) => records,
): Promise<DatabaseKeys> {
  const shared = createDatabaseState(engine, { report: assert.ifError });
  const keys = new DatabaseKeys({ records: wrap(engine.records), shared, logic, runtime });
  await shared.start();
  t.after(() => engine.close());
  return keys;
}

/** Each opens the keys of two processes, which are the same in one; undefined where there is no PostgreSQL. */
const STORES: readonly (readonly [
  string,
  (t: TestContext, wrap?: Wrap) => Promise<readonly KeyStore[] | undefined>,
])[] = [
  [
    'one process',
    async () => {
      const keys = new MemoryKeys(logic, runtime);
      return [keys, keys];
    },
  ],
  [
    'workers on SQLite',
    async (t, wrap) => {
      const location = path.join(await temporaryFolder(t), 'state.db');
      const open = async (owner: string) =>
        openKeys(t, await openSqliteEngine({ location, owner, runtime, log }), wrap);
      return [await open('1'), await open('2')];
    },
  ],
  [
    'nodes on PostgreSQL',
    async (t, wrap) => {
      const url = await openPostgresSchema(t);
      if (url === undefined) return undefined;
      const open = async () =>
        openKeys(t, await openPostgresEngine({ url, connectTimeout: 5000, runtime, log }), wrap);
      return [await open(), await open()];
    },
  ],
];

/** The keys of two processes. Attempts begin in one and the other in turn. */
class Opened {
  readonly keys: KeyStore;
  readonly other: KeyStore;
  #count = 0;

  constructor([keys, other]: readonly KeyStore[]) {
    assert.ok(keys && other);
    this.keys = keys;
    this.other = other;
  }

  async begin(key: string, request: Request = { definition: 'd' }, head = '/test/k\nA\n1', lab = 'test') {
    const attempt = (++this.#count % 2 === 0 ? this.keys : this.other).createAttempt();
    const begun = await attempt.begin({ lab, key, request, head }, recordingOf());
    return { ...begun, attempt };
  }

  end({ attempt }: { readonly attempt: KeyAttempt }, isSettled = true): void {
    attempt.end({ exchange: ANSWERED, chosenStatus: 200, isSettled });
  }

  async outline(): Promise<string[]> {
    return (await this.other.list()).map(({ lab, key, count }) => `${lab}/${key} ${count}`);
  }

  async read(key: string): Promise<KeyRecord> {
    return (await this.keys.read('test', key)) ?? assert.fail();
  }

  /** The heads of all attempts at a key. */
  async headsOf(key: string): Promise<(string | null | undefined)[]> {
    const { attempts, heads } = await this.read(key);
    return attempts.map(({ head }) => (head === null ? null : heads[head]));
  }
}

/** A database keeps no members without a value. */
const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const defined = (key: string, definition = 'd') => ({ lab: 'test', key, definition });

for (const [name, openStores] of STORES)
  describe(`the keys of ${name}`, () => {
    const test = (title: string, action: (opened: Opened) => Promise<void>) =>
      it(title, async (t) => {
        const stores = await openStores(t);
        if (stores) await action(new Opened(stores));
      });

    test('make a key on first use; an attempt has a number, a result and its request', async (opened) => {
      const all = [await opened.begin('k'), await opened.begin('k', { definition: undefined })];
      assert.deepEqual(
        all.map(({ n, result, rejection }) => [n, result, rejection]),
        [1, 2].map((n) => [n, n, undefined]),
      );
      const { attempts, ...record } = await opened.read('k');
      const view = { definition: 'd', ended: [] };
      assert.deepEqual(record, { lab: 'test', key: 'k', view, count: 2, ended: 0, heads: ['/test/k\nA\n1'] });
      for (const [index, { gap, exchange, ...attempt }] of attempts.entries()) {
        const outcome = { step: 7, caller: null, details: undefined };
        assert.deepEqual(attempt, { n: index + 1, time: 1000, head: 0, ...outcome });
        assert.deepEqual(toJson(exchange), toJson(recordingOf().summarize()));
        assert.equal(gap === null, index === 0);
      }
      assert.deepEqual(await opened.outline(), ['test/k 2']);
    });

    test('have no attempt without a key, with another definition, or if the lab fails', async (opened) => {
      await assert.rejects(opened.begin('k', { definition: undefined }), {
        status: 404,
        message: 'No key k.',
      });
      assert.deepEqual(await opened.outline(), []);
      await opened.begin('k');
      const check = async (key: string, request: Request) => opened.keys.check('test', key, request);
      for (const rejected of [(key: string, request: Request) => opened.begin(key, request), check]) {
        await assert.rejects(rejected('k', { definition: 'e' }), {
          status: 409,
          message: 'Another definition.',
        });
        await assert.rejects(rejected('n', { definition: undefined }), { status: 404, message: 'No key n.' });
      }
      await assert.rejects(opened.begin('k', { definition: 'd', isBroken: true }), { name: 'TypeError' });
      await check('k', { definition: 'd' });
      await check('n', { definition: 'd' });
      await assert.rejects(async () => opened.keys.check('none', 'k', { definition: 'd' }), {
        message: 'There is no lab none',
      });
      assert.deepEqual(await opened.outline(), ['test/k 1']);
    });

    test('count an attempt that the lab rejects, and decide on it again', async (opened) => {
      const rejected: Request = { definition: 'd', isRejected: true };
      const { attempt, result, rejection } = await opened.begin('k', rejected);
      assert.deepEqual([result, rejection?.status], [undefined, 429]);
      assert.deepEqual(await attempt.decide({ definition: 'd' }), { result: 1, rejection: undefined });
      assert.equal((await attempt.decide(rejected)).rejection?.status, 429);
      assert.deepEqual(await opened.outline(), ['test/k 1']);
    });

    test('end an attempt once, and do not decide again after its end', async (opened) => {
      const begun = await opened.begin('k');
      for (const isSettled of [false, true, true]) {
        opened.end(begun, isSettled);
        const decide = async () => begun.attempt.decide({ definition: 'd' });
        await assert.rejects(decide, { status: 409, message: 'The exchange of the attempt has ended.' });
        await until(async () => (await opened.read('k')).ended === 1);
        const { view, attempts } = await opened.read('k');
        assert.deepEqual([view.ended, attempts.map(({ exchange }) => exchange.ended)], [[1], ['answered']]);
      }
    });

    test('set the exchange of an attempt after its end', async (opened) => {
      const { attempt } = await opened.begin('k');
      let bodyLength = 1;
      const exchange = { summarize: () => ({ ...ANSWERED, bodyLength }) };
      attempt.end({ exchange, chosenStatus: 200, isSettled: false });
      await until(async () => (await opened.read('k')).ended === 1);
      bodyLength = 5;
      attempt.end({ exchange: exchange.summarize(), chosenStatus: 200, isSettled: true });
      await until(async () => (await opened.read('k')).attempts[0]?.exchange.bodyLength === 5);
      assert.deepEqual((await opened.read('k')).view.ended, [1]);
    });

    test('do not end a request that is no attempt', async (opened) => {
      const attempt = opened.keys.createAttempt();
      const call = { lab: 'test', key: 'k', request: { definition: undefined }, head: '' };
      await assert.rejects(async () => attempt.begin(call, recordingOf()), { status: 404 });
      opened.end({ attempt });
      opened.end(await opened.begin('k'));
      await until(async () => (await opened.read('k')).ended === 1);
      assert.deepEqual((await opened.read('k')).view.ended, [1]);
    });

    test('do not end an attempt of the same number at a later key of the same name', async (opened) => {
      const earlier = await opened.begin('k');
      await opened.keys.delete('test', 'k');
      const later = await opened.begin('k');
      assert.deepEqual(await earlier.attempt.decide({ definition: 'd' }), {
        result: 1,
        rejection: undefined,
      });
      opened.end(earlier);
      opened.end(await opened.begin('k'));
      await until(async () => (await opened.read('k')).ended > 0);
      const { view, count, ended, attempts } = await opened.read('k');
      assert.deepEqual([view.ended, count, ended, later.n], [[2], 2, 1, 1]);
      assert.deepEqual(
        attempts.map(({ exchange }) => exchange.ended),
        [null, 'answered'],
      );
    });

    test('are defined, in place of those with the same name, and deleted', async (opened) => {
      const { keys, other } = opened;
      await opened.begin('k');
      const view = { definition: 'e', ended: [] };
      const record = { lab: 'test', key: 'k', view, count: 0, ended: 0, heads: [], attempts: [] };
      assert.deepEqual(await keys.define(defined('k', 'e')), record);
      assert.deepEqual(await other.read('test', 'k'), record);
      await keys.seed([defined('a'), defined('b')]);
      assert.deepEqual(await opened.outline(), ['test/k 0', 'test/a 0', 'test/b 0']);
      assert.deepEqual([await other.delete('test', 'a'), await keys.delete('test', 'a')], [true, false]);
      assert.equal(await other.read('test', 'a'), undefined);
      await other.replace([defined('c')]);
      assert.deepEqual(await opened.outline(), ['test/c 0']);
      await other.replace([]);
      assert.deepEqual(await opened.outline(), []);
    });

    test('are 1000 of all labs: the one without a request for the longest time is removed', async (opened) => {
      await opened.keys.seed(Array.from({ length: MAX_KEYS - 1 }, (_, n) => defined(`k${n}`)));
      await opened.begin('k0', undefined, undefined, 'other');
      await opened.begin('k0');
      // Reading does not count as a request.
      await opened.keys.read('test', 'k1');
      await opened.begin('new');
      await until(async () => (await opened.outline()).length === MAX_KEYS);
      const names = await opened.outline();
      assert.deepEqual([names[0], names.at(-1)], ['test/k2 0', 'test/new 1']);
      assert.ok(names.includes('test/k0 1') && names.includes('other/k0 1'));
    });

    test('keep the latest 200 attempts, and end also earlier ones', async (opened) => {
      const first = await opened.begin('k', undefined, 'first');
      const all = await Promise.all(Array.from({ length: 249 }, () => opened.begin('k')));
      for (const each of all) opened.end(each);
      await until(async () => (await opened.read('k')).ended === 249);
      assert.equal((await opened.read('k')).attempts[0]?.n, 51);
      opened.end(first);
      await until(async () => (await opened.read('k')).ended === 250);
      const { count, attempts, heads, view } = await opened.read('k');
      assert.deepEqual([count, attempts.length, attempts[0]?.n, heads.length], [250, 200, 51, 1]);
      assert.equal(new Set(Object(view.ended)).size, 250);
    });

    const SIZE = 64 * 1024;
    const headOf = (n: number | string, size = SIZE) => `${n}`.padEnd(size, 'x');

    test('keep 64 KiB of the heads of a key, of the latest attempts', async (opened) => {
      const heads = [headOf('a', SIZE / 2), headOf('b', SIZE / 2), 'c'];
      for (const head of heads.slice(0, 2)) await opened.begin('k', undefined, head);
      assert.deepEqual(await opened.headsOf('k'), heads.slice(0, 2));
      for (let n = 0; n < 2; n++) await opened.begin('k', undefined, 'c');
      assert.deepEqual(await opened.headsOf('k'), [null, ...heads.slice(1), 'c']);
      await opened.begin('k', undefined, headOf('d', SIZE + 1));
      assert.deepEqual(await opened.headsOf('k'), Array(5).fill(null));
      await opened.begin('k', undefined, 'c');
      assert.deepEqual((await opened.headsOf('k')).slice(-2), [null, 'c']);
    });

    test('keep 8 MiB of all heads: those of the keys without a request for the longest time are removed', async (opened) => {
      for (let n = 0; n < 128; n++) await opened.begin(`k${n}`, undefined, headOf(n));
      assert.deepEqual(await opened.headsOf('k0'), [headOf(0)]);
      await opened.begin('last', undefined, 'd');
      await until(async () => (await opened.headsOf('k0'))[0] === null);
      assert.deepEqual([await opened.headsOf('k1'), await opened.headsOf('last')], [[headOf(1)], ['d']]);
    });

    test('do not count the heads of keys that were deleted, defined or replaced', async (opened) => {
      const { keys } = opened;
      const all = Array.from({ length: 128 }, (_, n) => `k${n}`);
      for (const remove of [
        () => Promise.all(all.map((key) => keys.delete('test', key))),
        () => keys.seed(all.map((key) => defined(key))),
        () => keys.replace([]),
        () => {},
      ]) {
        for (const key of all) await opened.begin(key, undefined, headOf(key));
        assert.deepEqual(await opened.headsOf('k0'), [headOf('k0')], `${remove}`);
        await remove();
      }
    });

    test('report the number of attempts that have ended, also of a key that is made later', async (opened) => {
      const reported: number[] = [];
      const watch = { report: (ended: number) => void reported.push(ended), fail: assert.ifError };
      const unwatch = opened.keys.watch('test', 'k', watch);
      await until(() => reported.length > 0);
      for (let n = 0; n < 2; n++) opened.end(await opened.begin('k'));
      await until(() => reported.at(-1) === 2);
      assert.equal(await opened.other.countEnded('test', 'k'), 2);
      assert.equal(await opened.keys.countEnded('test', 'none'), 0);
      unwatch();
      const { length } = reported;
      opened.end(await opened.begin('k'));
      await until(async () => (await opened.keys.countEnded('test', 'k')) === 3);
      assert.equal(reported.length, length);
    });
  });

for (const [name, openStores] of STORES.slice(1))
  describe(`the keys of several processes: ${name}`, () => {
    const test = (title: string, action: (opened: Opened) => Promise<void>) =>
      it(title, async (t) => {
        const stores = await openStores(t);
        if (stores) await action(new Opened(stores));
      });

    test('are those of the first start', async ({ keys, other }) => {
      const outline = async () => (await other.list()).map(({ key }) => key);
      await Promise.all([keys.start([defined('a')]), other.start([defined('a')])]);
      await keys.delete('test', 'a');
      await other.start([defined('a')]);
      assert.deepEqual(await outline(), []);
    });

    test('have one attempt for each of parallel requests, in each process', async (opened) => {
      const all = await Promise.all(Array.from({ length: 100 }, () => opened.begin('k')));
      const numbers = all.map(({ n }) => n).toSorted((one, other) => one - other);
      assert.deepEqual(
        numbers,
        all.map((_, index) => index + 1),
      );
    });

    test('reject no request because of an attempt whose end is not written', async (opened) => {
      const processes = name.startsWith('nodes') ? [opened.keys, opened.other] : [opened.keys, opened.keys];
      for (let n = 0; n < 10; n++) {
        const attempt = processes[n % 2]?.createAttempt() ?? assert.fail();
        const begun = await attempt.begin(LIMIT, recordingOf());
        assert.equal(Object(begun.result).isAccepted, true, `${n}`);
        opened.end({ attempt });
      }
    });

    it('end an attempt whose transaction was saved without a response', async (t) => {
      const [keys] =
        (await openStores(t, (records) => ({
          ...records,
          async change(key, step) {
            const result = await records.change(key, step);
            if (isLost) throw new StoreUnavailableError('The connection was lost.');
            return result;
          },
        }))) ?? [];
      if (!keys) return;
      let isLost = true;
      const lost = keys.createAttempt();
      await assert.rejects(async () => lost.begin(LIMIT, recordingOf()), StoreUnavailableError);
      // The first time, the response to the end is lost, too.
      lost.end({ exchange: ANSWERED, chosenStatus: 503, isSettled: true });
      await until(async () => (await keys.read('limit', 'one'))?.ended === 1);
      isLost = false;
      const next = await keys.createAttempt().begin(LIMIT, recordingOf());
      assert.equal(Object(next.result).isAccepted, true);
      const { attempts = [] } = (await keys.read('limit', 'one')) ?? {};
      assert.deepEqual(
        attempts.map(({ n, exchange }) => [n, exchange.ended]),
        [
          [1, 'answered'],
          [2, null],
        ],
      );
    });

    it('write an end later when the database has failed', async (t) => {
      let failures = 0;
      const [keys] =
        (await openStores(t, (records) => ({
          ...records,
          async change(key, step) {
            if (failures-- > 0) throw new StoreUnavailableError('The database fails.');
            return await records.change(key, step);
          },
        }))) ?? [];
      if (!keys) return;
      const attempt = keys.createAttempt();
      await attempt.begin(LIMIT, recordingOf());
      failures = 2;
      attempt.end({ exchange: ANSWERED, chosenStatus: 200, isSettled: true });
      // A watch does not ask for the ends.
      let latest = 0;
      const report = (ended: number) => {
        latest = ended;
      };
      const unwatch = keys.watch('limit', 'one', { report, fail: assert.ifError });
      await until(() => latest === 1);
      unwatch();
    });

    it('do not end an attempt whose transaction was not saved', async (t) => {
      let isLost = false;
      const [keys] =
        (await openStores(t, (records) => ({
          ...records,
          change: (key, step) =>
            records.change(key, (draft) => {
              if (!isLost) return step(draft);
              step({
                ...draft,
                id: draft.id,
                read: () => draft.read(),
                save() {},
                put() {},
                use() {},
                removeUpTo() {},
              });
              throw new StoreUnavailableError('The database fails.');
            }),
        }))) ?? [];
      if (!keys) return;
      const call = { lab: 'test', key: 'k', request: { definition: 'd' }, head: '/' };
      const begin = async () => {
        const attempt = keys.createAttempt();
        const begun = Promise.resolve(attempt.begin(call, recordingOf()));
        return {
          attempt,
          n: await begun.then(
            ({ n }) => n,
            () => undefined,
          ),
        };
      };
      assert.equal((await begin()).n, 1);
      isLost = true;
      const lost = await begin();
      isLost = false;
      assert.deepEqual([lost.n, (await begin()).n], [undefined, 2]);
      lost.attempt.end({ exchange: ANSWERED, chosenStatus: 503, isSettled: true });
      await holdsFor(100, async () => (await keys.countEnded('test', 'k')) === 0);
      const { attempts = [] } = (await keys.read('test', 'k')) ?? {};
      assert.deepEqual(
        attempts.map(({ exchange }) => exchange.ended),
        [null, null],
      );
    });

    test('reject a request because of an attempt in progress', async (opened) => {
      const [first, second] = [opened.keys.createAttempt(), opened.other.createAttempt()];
      await first.begin(LIMIT, recordingOf());
      assert.equal(Object((await second.begin(LIMIT, recordingOf())).result).isAccepted, false);
      assert.equal((await opened.keys.list())[0]?.count, 2);
    });
  });

it('a node that has ended has no attempts in progress', async (t) => {
  const url = await openPostgresSchema(t);
  if (url === undefined) return;
  const open = () => openPostgresEngine({ url, connectTimeout: 5000, runtime, log });
  const engine = await open();
  const ended = await openKeys(t, engine);
  const keys = await openKeys(t, await open());
  for (const each of [ended, keys]) {
    const attempt = each.createAttempt();
    await attempt.begin(LIMIT, recordingOf());
    await attempt.decide(LIMIT.request);
  }
  await administer(url, `update shared_nodes set seen_at = seen_at - interval '20 seconds'`);
  await engine.close();
  const read = async () => (await keys.read('limit', 'one')) ?? assert.fail();
  await until(async () => (await read()).ended === 1);
  const { attempts } = await read();
  assert.deepEqual(
    attempts.map(({ exchange }) => exchange.ended),
    ['server-rst', null],
  );
  const next = await keys.createAttempt().begin(LIMIT, recordingOf());
  assert.equal(Object(next.result).isAccepted, true);
});

it('an attempt of a process that counts as ended, and continues, ends once', async (t) => {
  const location = path.join(await temporaryFolder(t), 'state.db');
  const [engine, other] = [
    await openSqliteEngine({ location, owner: '1', runtime, log }),
    await openSqliteEngine({ location, owner: '2', runtime, log }),
  ];
  const [keys] = [await openKeys(t, engine), await openKeys(t, other)];
  const attempt = keys.createAttempt();
  await attempt.begin(LIMIT, recordingOf());
  const read = async () => (await keys.read('limit', 'one')) ?? assert.fail();
  await other.endOwner('1');
  assert.deepEqual([(await read()).ended, (await read()).attempts[0]?.exchange.ended], [1, 'server-rst']);
  assert.equal(Object((await attempt.decide(LIMIT.request)).result).isAccepted, true);
  attempt.end({ exchange: ANSWERED, chosenStatus: 200, isSettled: true });
  await until(async () => (await read()).attempts[0]?.exchange.ended === 'answered');
  assert.equal((await read()).ended, 1);
  const next = await keys.createAttempt().begin(LIMIT, recordingOf());
  assert.equal(Object(next.result).isAccepted, true);
});

describe('the keys of one process', () => {
  it('are those of the latest start', () => {
    const keys = new MemoryKeys(logic, runtime);
    keys.define(defined('other'));
    keys.start([defined('k')]);
    assert.deepEqual(
      keys.list().map(({ key }) => key),
      ['k'],
    );
  });

  it('take less than 64 MB for 200,000 attempts', () => {
    const keys = new MemoryKeys([LOGIC], { ...runtime, systemMonotonic: () => 0 });
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('gc');
    assert.ok(typeof collect === 'function');
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let key = 0; key < MAX_KEYS; key++)
      for (let n = 0; n < 200; n++) {
        // Texts of their own, as each request has.
        const head = Buffer.from(HEAD).toString();
        const bodyDigest = Buffer.alloc(32, 7).toString('latin1');
        const exchange = recordingOf({ connection: n, bodyDigest }).summarize();
        const attempt = keys.createAttempt();
        attempt.begin({ lab: 'test', key: `key-${key}`, request: { definition: 'd' }, head }, exchange);
        attempt.end({ exchange: { ...exchange }, chosenStatus: 200, isSettled: true });
      }
    collect();
    const size = (process.memoryUsage().heapUsed - before) / 1e6;
    assert.equal(keys.list().length, MAX_KEYS);
    assert.ok(size < 64, `${size} MB`);
  });
});

it('keys have names of letters, digits and some signs', () => {
  for (const key of ['', 'a b', 'a/b', 'x'.repeat(65), 'é'])
    assert.throws(() => checkKeyName(key), { status: 400, message: /^key: must be 1 to 64 letters/ }, key);
  const longest = `A-z.9_~${'x'.repeat(57)}`;
  assert.equal(checkKeyName(longest), longest);
});
