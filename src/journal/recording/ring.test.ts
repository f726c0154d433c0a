import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { usedMemory } from '#test/support/wire/used-memory.ts';
import { Ring, type RingEntry, type RingLimits } from './ring.ts';

const run = promisify(execFile);

const buildEntry = (id: number, bin: string | null = null, size = 1) => ({ id, bin, size, countedSize: 0 });
/** A ring, with the ids of the entries that it has removed to stay within its limits. */
function createRing(limits: RingLimits) {
  const dropped: number[] = [];
  return Object.assign(new Ring<RingEntry>(limits, ({ id }) => void dropped.push(id)), { dropped });
}

const idsOf = (ring: Ring<RingEntry>) => ring.values().map(({ id }) => id);

describe('the ring of the journal', () => {
  it('keeps the latest entries in the order of their ids, also in places of removed ones', () => {
    const ring = createRing({ entries: 4, bytes: 100 });
    for (let id = 1; id <= 6; id++) ring.add(buildEntry(id, id === 4 ? 'a' : null));
    assert.deepEqual(idsOf(ring), [3, 4, 5, 6]);
    ring.clear('a');
    assert.equal(ring.get(4), undefined);
    ring.add(buildEntry(7));
    assert.deepEqual(idsOf(ring), [3, 5, 6, 7]);
    ring.add(buildEntry(8));
    assert.deepEqual(idsOf(ring), [5, 6, 7, 8]);
    assert.equal(ring.get(3), undefined);
    assert.equal(ring.get(7)?.id, 7);
    assert.deepEqual(ring.dropped, [1, 2, 3]);
    ring.clear();
    assert.equal(ring.size, 0);
    assert.deepEqual(idsOf(ring), []);
  });

  it('keeps no places of removed entries behind one that stays', () => {
    const ring = createRing({ entries: 4, bytes: 100 });
    ring.add({ ...buildEntry(1), isMarked: true });
    const { heapUsed: before } = usedMemory();
    for (let id = 2; id <= 30_000; id++) {
      ring.add(buildEntry(id));
      ring.dropped.length = 0;
    }
    const grown = usedMemory().heapUsed - before;
    assert.ok(grown < 300_000, `${grown} bytes`);
    assert.deepEqual(idsOf(ring), [1, 29_998, 29_999, 30_000]);
  });

  it('has the entries of a list that is searched, after any additions and removals', () => {
    const bins = fc.constantFrom(null, null, 'a', 'b');
    const step = fc.record({ gap: fc.integer({ min: 1, max: 3 }), bin: bins, size: fc.nat(30) });
    const steps = fc.array(fc.oneof({ weight: 60, arbitrary: step }, fc.constantFrom('a', 'b', undefined)), {
      minLength: 300,
      maxLength: 600,
      size: 'max',
    });
    fc.assert(
      fc.property(steps, (all) => {
        const limits = { entries: 20, bytes: 300 };
        const ring = createRing(limits);
        let list: RingEntry[] = [];
        let [id, dropped] = [0, 0];
        const drop = (entry: RingEntry | undefined) => {
          list = list.filter((each) => each !== entry);
          dropped++;
        };
        for (const each of all) {
          if (typeof each !== 'object') {
            ring.clear(each);
            list = list.filter(({ bin }) => each !== undefined && bin !== each);
            continue;
          }
          id += each.gap;
          const entry = buildEntry(id, each.bin, each.size);
          ring.add(entry);
          list.push(entry);
          const ofBin = list.filter(({ bin }) => bin !== null && bin === each.bin);
          if (ofBin.length > 10) drop(ofBin[0]);
          if (list.length > 20) drop(list[0]);
          while (list.reduce((sum, { size }) => sum + size, 0) > 300) drop(list[0]);
          assert.deepEqual(ring.values(), list);
          assert.deepEqual([ring.size, ring.dropped.length], [list.length, dropped]);
          for (let any = id - 40; any <= id; any++)
            assert.equal(
              ring.get(any),
              list.find((other) => other.id === any),
            );
        }
      }),
      { numRuns: 30 },
    );
  });

  it('has entries that are older than others in their places, and removes the oldest', () => {
    const ring = createRing({ entries: 6, bytes: 100 });
    for (const id of [10, 20, 30]) ring.add(buildEntry(id, 'a'));
    ring.addAll([5, 15, 25, 35].map((id) => buildEntry(id, id < 20 ? 'b' : null)));
    assert.deepEqual(idsOf(ring), [10, 15, 20, 25, 30, 35]);
    assert.deepEqual(ring.dropped, [5]);
    assert.deepEqual(
      [...ring.bins()],
      [
        ['a', 3],
        ['b', 1],
      ],
    );
    // A full bin removes its own entries first, also those that came later.
    ring.addAll([12, 22].map((id) => buildEntry(id, 'a')));
    assert.deepEqual(idsOf(ring), [15, 20, 22, 25, 30, 35]);
    assert.deepEqual(ring.dropped, [5, 10, 12]);
    ring.remove([22]);
    ring.add(buildEntry(22));
    assert.deepEqual([ring.get(22)?.bin, ring.bytes], [null, 6]);
  });

  it('counts an entry that grows, and removes the oldest ones for it; a removed one is not counted', () => {
    const ring = createRing({ entries: 4, bytes: 100 });
    const [one, two, three] = [1, 2, 3].map((id) => buildEntry(id, null, 30));
    assert.ok(one && two && three);
    for (const entry of [one, two, three]) ring.add(entry);
    ring.resize({ ...two, size: 30 });
    Object.assign(two, { size: 40 });
    ring.resize(two);
    assert.deepEqual([ring.bytes, idsOf(ring)], [100, [1, 2, 3]]);
    Object.assign(three, { size: 31 });
    ring.resize(three);
    assert.deepEqual([ring.bytes, idsOf(ring)], [71, [2, 3]]);
    Object.assign(one, { size: 90 });
    ring.resize(one);
    assert.deepEqual([ring.bytes, idsOf(ring)], [71, [2, 3]]);
    ring.add(buildEntry(9, null, 200));
    assert.deepEqual([ring.bytes, ring.dropped.at(-1), idsOf(ring)], [0, 9, []]);
  });

  it('yields entries after an id, and from the newest one', () => {
    const ring = createRing({ entries: 9, bytes: 100 });
    for (const id of [2, 4, 6, 8]) ring.add(buildEntry(id, id === 4 ? 'a' : null));
    ring.clear('a');
    const ids = (entries: Iterable<RingEntry>) => [...entries].map(({ id }) => id);
    assert.deepEqual(ids(ring.each()), [2, 6, 8]);
    assert.deepEqual(
      [1, 2, 5, 6, 8].map((after) => ids(ring.each(after)).join()),
      ['2,6,8', '6,8', '6,8', '8', ''],
    );
    assert.deepEqual(ids(ring.values(4)), [6, 8]);
    assert.deepEqual(ids(ring.latest()), [8, 6, 2]);
    assert.deepEqual([...ring.bins()], []);
  });

  it('keeps an old entry while a bin removes its own', () => {
    const ring = createRing({ entries: 20, bytes: 1e6 });
    ring.add(buildEntry(1));
    for (let id = 2; id <= 100_000; id++) ring.add(buildEntry(id, 'a'));
    assert.deepEqual(idsOf(ring), [1, ...Array.from({ length: 10 }, (_, at) => 99_991 + at)]);
    assert.equal(ring.get(1)?.id, 1);
  });

  it('does not keep removed entries in memory until a collection of the old generation', async () => {
    // In a process of its own, because the heap is that of all tests of a process.
    const options = ['--expose-gc', '--input-type=module', '--eval', GROWTH];
    const { stdout } = await run(process.execPath, options, { cwd: import.meta.dirname });
    assert.ok(Number(stdout) < 8, `${stdout.trim()} MB more`);
  });

  it('removes marked entries last, of which at most 50 stay', () => {
    for (const [marked, removed] of [
      [0, 1],
      [1, 2],
      [50, 51],
      [51, 1],
    ] as const) {
      const ring = createRing({ entries: 53, bytes: 100 });
      for (let id = 1; id <= 54; id++) ring.add({ ...buildEntry(id), isMarked: id <= marked });
      assert.deepEqual([ring.size, ring.get(removed), ring.dropped], [53, undefined, [removed]], `${marked}`);
    }
    const ring = createRing({ entries: 4, bytes: 100 });
    for (let id = 1; id <= 4; id++) ring.add({ ...buildEntry(id), isMarked: id % 2 === 0 });
    // Places of removed entries do not count.
    ring.remove([1]);
    ring.add(buildEntry(5));
    ring.add(buildEntry(6));
    assert.deepEqual(idsOf(ring), [2, 4, 5, 6]);
    ring.remove([5, 6]);
    ring.add(buildEntry(7, null, 100));
    assert.deepEqual(idsOf(ring), [2, 4]);
  });

  it('has the smallest id', () => {
    const ring = createRing({ entries: 3, bytes: 100 });
    const seen = [ring.firstId];
    for (const id of [2, 4, 6, 8]) {
      ring.add(buildEntry(id));
      seen.push(ring.firstId);
    }
    ring.remove([6]);
    seen.push(ring.firstId);
    ring.remove([4]);
    seen.push(ring.firstId);
    ring.remove([8]);
    seen.push(ring.firstId);
    assert.deepEqual(seen, [0, 2, 2, 2, 4, 4, 8, 0]);
  });
});

describe('removed entries of the ring', () => {
  const create = () => {
    const ring = createRing({ entries: 4, bytes: 100 });
    for (let id = 1; id <= 4; id++) ring.add(buildEntry(id, id === 2 || id === 3 ? 'a' : null, 20));
    return ring;
  };
  const stateOf = (ring: Ring<RingEntry>) => {
    return { ids: idsOf(ring), bytes: ring.bytes, bins: [...ring.bins()] };
  };

  it('come back to their places and bins, once', () => {
    const ring = create();
    assert.equal(ring.remove([2, 3, 9], 'k'), 2);
    assert.deepEqual(stateOf(ring), { ids: [1, 4], bytes: 80, bins: [] });
    assert.deepEqual([ring.size, ring.restore('other'), ring.restore('k')], [2, 0, 2]);
    const all = { ids: [1, 2, 3, 4], bytes: 80, bins: [['a', 2]] };
    assert.deepEqual([ring.size, stateOf(ring)], [4, all]);
    assert.deepEqual(
      [1, 2, 3, 4, 5].map((id) => ring.get(id)?.id),
      [1, 2, 3, 4, undefined],
    );
    assert.equal(ring.restore('k'), 0);
    assert.deepEqual(stateOf(ring), all);
    ring.remove([3], 'k');
    assert.equal(ring.restore('k'), 1);
    assert.deepEqual(stateOf(ring), all);
  });

  it('replace older ones when they come back', () => {
    const ring = create();
    ring.remove([2, 3], 'k');
    ring.add(buildEntry(5, null, 20));
    assert.deepEqual(stateOf(ring), { ids: [1, 4, 5], bytes: 100, bins: [] });
    assert.equal(ring.restore('k'), 2);
    assert.deepEqual(stateOf(ring), {
      ids: [2, 3, 4, 5],
      bytes: 80,
      bins: [['a', 2]],
    });
  });

  it('come back before entries that came after the oldest ones were removed', () => {
    const ring = create();
    ring.remove([2, 3], 'k');
    for (const id of [5, 6, 7, 8, 9]) ring.add(buildEntry(id, null, 1));
    assert.deepEqual(idsOf(ring), [6, 7, 8, 9]);
    assert.equal(ring.restore('k'), 2);
    assert.deepEqual(
      [idsOf(ring), ring.size, [2, 3, 6].map((id) => ring.get(id)?.id)],
      [[6, 7, 8, 9], 4, [undefined, undefined, 6]],
    );
  });

  it('are given up for new entries that need their bytes, the oldest group first', () => {
    const ring = create();
    ring.remove([1], 'first');
    ring.remove([2, 3], 'second');
    ring.add(buildEntry(5, null, 21));
    assert.deepEqual(stateOf(ring), { ids: [4, 5], bytes: 81, bins: [] });
    assert.deepEqual([ring.restore('first'), ring.restore('second')], [0, 2]);
    assert.deepEqual([idsOf(ring), ring.bytes], [[2, 3, 4, 5], 81]);
  });

  it('are not kept without a key, or after their release', () => {
    const ring = create();
    assert.equal(ring.remove([1, 1]), 1);
    assert.deepEqual(stateOf(ring), { ids: [2, 3, 4], bytes: 60, bins: [['a', 2]] });
    assert.equal(ring.remove([2], 'k'), 1);
    ring.release('other');
    ring.release('k');
    assert.deepEqual(stateOf(ring), { ids: [3, 4], bytes: 40, bins: [['a', 1]] });
    assert.equal(ring.restore('k'), 0);
    assert.equal(ring.remove([9], 'none'), 0);
    assert.equal(ring.restore('none'), 0);
  });
});

const GROWTH = `
  import { Ring } from './ring.ts';
  const ring = new Ring({ entries: 20, bytes: 1e6 });
  const before = process.memoryUsage().heapUsed;
  for (let id = 1; id <= 20_000; id++) {
    const content = Array.from({ length: 200 }, (_, index) => id * index + 0.5);
    ring.add({ id, bin: null, size: 1, countedSize: 0, content });
    if (id % 100 === 0) gc({ type: 'minor' });
  }
  console.log((process.memoryUsage().heapUsed - before) / 1e6);
`;
