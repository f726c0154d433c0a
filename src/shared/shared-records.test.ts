import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { temporaryFolder } from '#test/support/commands/command.ts';
import { administer, openPostgresSchema } from '#test/support/databases/postgres.ts';
import { until } from '#test/support/until.ts';
import type { StateEngine } from './database/engine.ts';
import { openPostgresEngine } from './postgres/engine.ts';
import type { SharedRecords } from './shared-records.ts';
import { openSqliteEngine } from './sqlite/engine.ts';

const runtime = createRuntime();
const log = { info() {}, warn() {}, error() {} };

/** Each opens the engines of several processes; undefined where there is no PostgreSQL. */
const databases: readonly (readonly [string, (t: TestContext) => Promise<StateEngine[] | undefined>])[] = [
  [
    'workers on SQLite',
    async (t) => {
      const location = path.join(await temporaryFolder(t), 'state.db');
      const open = (owner: string) => openSqliteEngine({ location, owner, runtime, log });
      return [await open('1'), await open('2'), await open('3')];
    },
  ],
  [
    'nodes on PostgreSQL',
    async (t) => {
      const url = await openPostgresSchema(t);
      if (url === undefined) return undefined;
      const open = () => openPostgresEngine({ url, connectTimeout: 5000, runtime, log });
      return [await open(), await open(), await open()];
    },
  ],
];

interface Counted {
  readonly value: number;
}

/** Adds 1 to the state, and returns it. */
const count = (records: SharedRecords, name: string) =>
  records.change(name, (draft) => {
    const value = (draft.read<Counted>()?.value ?? 0) + 1;
    draft.save({ value });
    draft.count = value;
    return value;
  });

const texts = ['a\0"\'', '\ud800 💥', '$1 ?1'];

for (const [name, open] of databases)
  describe(`records of ${name}`, () => {
    async function start(t: TestContext) {
      const engines = await open(t);
      if (!engines) return undefined;
      t.after(() => Promise.all(engines.map((engine) => engine.close())));
      for (const engine of engines) await engine.start();
      const [one, two, three] = engines.map(({ records }) => records);
      assert.ok(one && two && three);
      return { engines, one, two, three, all: [one, two, three] as const };
    }

    test('steps of all processes on one record follow each other, also those that create it', async (t) => {
      const { one, all } = (await start(t)) ?? {};
      if (!one || !all) return;
      const steps = Array.from({ length: 150 }, (_, index) => count(all[index % 3] ?? one, 'k'));
      assert.deepEqual(
        (await Promise.all(steps)).toSorted((a, b) => a - b),
        steps.map((_, index) => index + 1),
      );
      assert.deepEqual(await one.read('k'), { state: { value: 150 }, items: [] });
    });

    test('a step that throws or changes nothing has no effect, also on others of its transaction', async (t) => {
      const { one, two } = (await start(t)) ?? {};
      if (!one || !two) return;
      const fail = () => {
        throw new RangeError('no');
      };
      await assert.rejects(one.change('k', fail), RangeError);
      assert.equal(await one.change('k', (draft) => draft.read()), undefined);
      assert.deepEqual([await two.list(), await two.read('k')], [[], undefined]);
      const together = await Promise.allSettled([count(one, 'k'), one.change('k', fail), count(one, 'k')]);
      assert.deepEqual(
        together.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.message)),
        [1, 'no', 2],
      );
      await two.change('k', (draft) => draft.use());
      assert.deepEqual(await two.read('k'), { state: { value: 2 }, items: [] });
    });

    test('a step is rejected when 10,000 wait for the same record', async (t) => {
      const { one } = (await start(t)) ?? {};
      if (!one) return;
      const steps = Array.from({ length: 10_003 }, () => one.change('k', (draft) => draft.save(1)));
      const results = await Promise.allSettled(steps);
      const rejected = results.flatMap((each) => (each.status === 'rejected' ? each.reason : []));
      assert.equal(rejected.length, 3);
      for (const error of rejected) assert.match(error.message, /^The database is too slow\./);
    });

    test('a record has items, which are replaced and removed up to a number', async (t) => {
      const { one, two } = (await start(t)) ?? {};
      if (!one || !two) return;
      const id = await one.change('k', (draft) => {
        draft.save(texts);
        for (const [index, value] of [...texts, 'old'].entries())
          draft.put({ kind: 'a', number: index, value });
        draft.put({ kind: 'a', number: 3, value: { texts } });
        draft.put({ kind: 'b', number: 1, value: 'other' });
        return draft.id;
      });
      const items = texts.map((value, number) => ({ kind: 'a', number, value }));
      const rest = [
        { kind: 'a', number: 3, value: { texts } },
        { kind: 'b', number: 1, value: 'other' },
      ];
      const found = (await two.read('k')) ?? assert.fail();
      assert.deepEqual([found.state, found.items], [texts, [...items, ...rest]]);
      await two.change('k', (draft) => {
        draft.removeUpTo('a', 2);
        draft.removeUpTo('a', 1);
        draft.put({ kind: 'a', number: 2, value: 'late' });
        assert.equal(draft.id, id);
      });
      assert.deepEqual((await one.read('k'))?.items, rest);
    });

    test('a record that is deleted and set again is another one', async (t) => {
      const { one, two } = (await start(t)) ?? {};
      if (!one || !two) return;
      const make = (records: SharedRecords) =>
        records.change('k', (draft) => {
          draft.save(1);
          draft.put({ kind: 'a', number: 1, value: 1 });
          return draft.id;
        });
      const first = await make(one);
      await two.change('k', (draft) => {
        draft.delete();
        assert.deepEqual([draft.id, draft.read()], [undefined, undefined]);
      });
      assert.deepEqual([await one.read('k'), await one.list()], [undefined, []]);
      const second = await make(one);
      assert.notEqual(second, first);
      const third = await two.change('k', (draft) => {
        draft.put({ kind: 'a', number: 2, value: 'of the earlier record' });
        draft.removeUpTo('a', 9);
        draft.count = draft.done = draft.size = 9;
        draft.delete();
        draft.save(2);
        draft.put({ kind: 'a', number: 3, value: 'new' });
        return draft.id;
      });
      assert.notEqual(third, second);
      const items = [{ kind: 'a', number: 3, value: 'new' }];
      assert.deepEqual(await one.read('k'), { state: 2, items });
      assert.deepEqual(await two.list(), [{ name: 'k', count: 0, done: 0, size: 0 }]);
    });

    test('records are replaced together, alone or among others', async (t) => {
      const { one, two } = (await start(t)) ?? {};
      if (!one || !two) return;
      for (const key of ['a', 'b', 'c'])
        await one.change(key, (draft) => {
          draft.save(key);
          draft.use();
          draft.count = draft.done = draft.size = 1;
          draft.put({ kind: 'i', number: 1, value: key });
        });
      await two.replace([{ name: 'b', state: 'new' }], 'kept');
      const names = async () => (await one.list()).map((each) => each.name);
      assert.deepEqual(await names(), ['a', 'c', 'b']);
      assert.deepEqual(await one.read('b'), { state: 'new', items: [] });
      assert.equal((await one.read('a'))?.items.length, 1);
      assert.deepEqual((await one.list()).at(-1), { name: 'b', count: 0, done: 0, size: 0 });
      assert.deepEqual(await one.usage(), { count: 3, size: 2 });
      const both = [
        ['x', 'y'],
        ['y', 'x'],
      ].map((keys, index) =>
        [one, two][index]?.replace(
          keys.map((key) => ({ name: key, state: texts })),
          'deleted',
        ),
      );
      await Promise.all(both);
      assert.deepEqual((await names()).toSorted(), ['x', 'y']);
      assert.deepEqual(await one.read('x'), { state: texts, items: [] });
      await one.replace([], 'deleted');
      assert.deepEqual([await names(), await one.usage()], [[], { count: 0, size: 0 }]);
    });

    test('records are listed in the order of use, and those beyond a number are deleted', async (t) => {
      const { one, two } = (await start(t)) ?? {};
      if (!one || !two) return;
      for (const [index, key] of ['a', 'b', 'c', 'a'].entries())
        await (index % 2 === 0 ? one : two).change(key, (draft) => {
          draft.save(key);
          draft.use();
          draft.size = 10 * (index + 1);
          draft.done = index;
          draft.put({ kind: 'i', number: index, value: key });
        });
      await count(one, 'b');
      assert.deepEqual(await two.list(), [
        { name: 'b', count: 1, done: 1, size: 20 },
        { name: 'c', count: 0, done: 2, size: 30 },
        { name: 'a', count: 0, done: 3, size: 40 },
      ]);
      assert.deepEqual(await one.usage(), { count: 3, size: 90 });
      assert.deepEqual(await two.readDone(['a', 'none']), new Map([['a', 3]]));
      await two.prune(3);
      await two.prune(1);
      assert.deepEqual(
        (await one.list()).map((each) => each.name),
        ['a'],
      );
      assert.equal((await one.read('a'))?.items.length, 2);
    });

    test('a process owns items until it gives them up, and its end is reported', async (t) => {
      const { engines, one, two } = (await start(t)) ?? {};
      if (!engines || !one || !two) return;
      await one.change('k', (draft) => {
        draft.save(1);
        for (const number of [1, 2]) draft.put({ kind: 'a', number, value: { number } }, true);
        draft.removeUpTo('a', 9);
      });
      const ended: string[] = [];
      one.onOwnerEnd(async (owner) => void ended.push(owner));
      await engines[0]?.endOwner(name.startsWith('workers') ? '1' : '');
      const [owner = ''] = ended;
      const [{ record } = { record: '' }] = await two.itemsOf(owner);
      const items = [1, 2].map((number) => ({ name: 'k', record, kind: 'a', number, value: { number } }));
      assert.deepEqual([await two.itemsOf(owner), await two.itemsOf('none')], [items, []]);
      await two.change('k', (draft) => draft.put({ kind: 'a', number: 1, value: 'ended' }));
      assert.deepEqual(await one.itemsOf(owner), items.slice(1));
    });
  });

test('a node that has ended is reported to the others', async (t) => {
  const url = await openPostgresSchema(t);
  if (url === undefined) return;
  const open = () => openPostgresEngine({ url, connectTimeout: 5000, runtime, log });
  const [one, two] = [await open(), await open()];
  t.after(() => Promise.all([one.close(), two.close()]));
  for (const engine of [one, two]) await engine.start();
  const own = (records: SharedRecords, key: string) =>
    records.change(key, (draft) => {
      draft.save(1);
      draft.put({ kind: 'a', number: 1, value: 1 }, true);
    });
  await own(one.records, 'one');
  await own(two.records, 'two');
  const ended: string[] = [];
  two.records.onOwnerEnd(async (owner) => void ended.push(owner));
  await administer(url, `update shared_nodes set seen_at = seen_at - interval '20 seconds'`);
  await one.close();
  await until(() => ended.length > 0);
  const items = await two.records.itemsOf(ended[0] ?? '');
  assert.deepEqual(
    items.map((each) => each.name),
    ['one'],
  );
});
