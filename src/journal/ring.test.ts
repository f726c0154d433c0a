import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Ring, type RingEntry } from './ring.ts';

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

  it('does not keep removed entries in memory until a collection of the old generation', () => {
    const ring = new Ring<RingEntry & { readonly content: number[] }>({ entries: 20, bytes: 1e6 });
    const before = process.memoryUsage().heapUsed;
    for (let id = 1; id <= 20_000; id++) {
      ring.add({ ...toEntry(id), content: Array.from({ length: 200 }, (_, index) => id * index + 0.5) });
      if (id % 100 === 0) collectYoungGeneration();
    }
    const grown = process.memoryUsage().heapUsed - before;
    assert.ok(grown < 8e6, `${(grown / 1e6).toFixed(1)} MB more`);
  });
});

function collectYoungGeneration(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  assert.ok(typeof collect === 'function');
  collect({ type: 'minor' });
}
