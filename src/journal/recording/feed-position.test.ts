import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatPosition, parsePosition } from './feed-position.ts';

const ids = (count: number) => Array.from({ length: count }, (_, index) => 9_000_000_000_000_000 + index);

describe('the position of a reader', () => {
  it('is the id of the latest entry, and those in progress', () => {
    for (const [position, text] of [
      [{ last: 5, pending: [5] }, '5'],
      [{ last: 5, pending: [] }, '5:'],
      [{ last: 5, pending: [3] }, '5:3'],
      [{ last: 5, pending: [3, 5] }, '5:3,5'],
      [{ last: 5, pending: [5, 3] }, '5:5,3'],
      [{ last: 0, pending: [] }, '0:'],
    ] as const) {
      assert.equal(formatPosition(position), text);
      assert.deepEqual(parsePosition(text), position);
    }
    assert.deepEqual(parsePosition('0'), { last: 0, pending: [] });
  });

  it('has at most 500 of those in progress, the latest ones', () => {
    const pending = ids(501);
    const last = pending.at(-1) ?? 0;
    const text = formatPosition({ last, pending });
    assert.deepEqual(parsePosition(text), { last, pending: pending.slice(1) });
    assert.deepEqual(parsePosition(`${last}:${ids(500).join()}`), { last, pending: ids(500) });
    assert.equal(parsePosition(`${last}:${pending.join()}`), undefined);
  });

  it('has no other form', () => {
    for (const text of [
      '',
      'x',
      ':',
      ':3',
      '5:3;4',
      '5:3,',
      '5:,3',
      '5:3,,4',
      '5:x',
      'x5',
      '5x',
      '5:3x',
      ' 5',
    ])
      assert.equal(parsePosition(text), undefined, text);
    assert.deepEqual(parsePosition('9'.repeat(16)), { last: 1e16, pending: [1e16] });
    for (const text of ['9'.repeat(17), `5:${'9'.repeat(17)}`])
      assert.equal(parsePosition(text), undefined, text);
  });
});
