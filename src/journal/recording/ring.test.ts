import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { Ring, type RingEntry } from './ring.ts';

const run = promisify(execFile);

const toEntry = (id: number, bin: string | null = null, size = 1) => ({ id, bin, size, countedSize: 0 });
const idsOf = (ring: Ring<RingEntry>) => ring.values().map(({ id }) => id);

describe('the ring of the journal', () => {
  it('keeps the latest entries in the order of their ids, also in places of removed ones', () => {
    const ring = new Ring<RingEntry>({ entries: 4, bytes: 100 });
    for (let id = 1; id <= 6; id++) ring.add(toEntry(id, id === 4 ? 'a' : null));
    assert.deepEqual(idsOf(ring), [3, 4, 5, 6]);
    ring.clear('a');
    assert.equal(ring.get(4), undefined);
    ring.add(toEntry(7));
    assert.deepEqual(idsOf(ring), [3, 5, 6, 7]);
    ring.add(toEntry(8));
    assert.deepEqual(idsOf(ring), [5, 6, 7, 8]);
    assert.equal(ring.get(3), undefined);
    assert.equal(ring.get(7)?.id, 7);
    assert.equal(ring.dropped, 3);
    ring.clear();
    assert.equal(ring.size, 0);
    assert.deepEqual(idsOf(ring), []);
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
        const ring = new Ring<RingEntry>(limits);
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
          const entry = toEntry(id, each.bin, each.size);
          ring.add(entry);
          list.push(entry);
          const ofBin = list.filter(({ bin }) => bin !== null && bin === each.bin);
          if (ofBin.length > 10) drop(ofBin[0]);
          if (list.length > 20) drop(list[0]);
          while (list.reduce((sum, { size }) => sum + size, 0) > 300) drop(list[0]);
          assert.deepEqual(ring.values(), list);
          assert.deepEqual([ring.size, ring.dropped], [list.length, dropped]);
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

  it('keeps an old entry while a bin removes its own', () => {
    const ring = new Ring<RingEntry>({ entries: 20, bytes: 1e6 });
    ring.add(toEntry(1));
    for (let id = 2; id <= 100_000; id++) ring.add(toEntry(id, 'a'));
    assert.deepEqual(idsOf(ring), [1, ...Array.from({ length: 10 }, (_, at) => 99_991 + at)]);
    assert.equal(ring.get(1)?.id, 1);
  });

  it('does not keep removed entries in memory until a collection of the old generation', async () => {
    // In a process of its own, because the heap is that of all tests of a process.
    const options = ['--expose-gc', '--input-type=module', '--eval', GROWTH];
    const { stdout } = await run(process.execPath, options, { cwd: import.meta.dirname });
    assert.ok(Number(stdout) < 8, `${stdout.trim()} MB more`);
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
