import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OutputQueue, type Part } from './output-queue.ts';

/** The sizes of the parts of what was taken, and the text of all of them. */
function describeTaken(taken: Part | Part[]): [sizes: number[], text: string] {
  const parts = Array.isArray(taken) ? taken : [taken];
  const texts = parts.map((part) => (typeof part === 'string' ? part : Buffer.from(part).toString('latin1')));
  return [parts.map(({ length }) => length), texts.join('')];
}

describe('a queue of output', () => {
  it('joins text', () => {
    const queue = new OutputQueue();
    queue.add('ab');
    queue.add('c');
    assert.equal(queue.length, 3);
    assert.equal(queue.take(10), 'abc');
    assert.equal(queue.length, 0);
  });

  it('keeps the order of text and bytes, and does not copy bytes', () => {
    const queue = new OutputQueue();
    const bytes = Buffer.from('cd');
    for (const part of ['a', 'b', bytes, 'e']) queue.add(part);
    const taken = queue.take(10);
    assert.deepEqual(describeTaken(taken), [[2, 2, 1], 'abcde']);
    assert.equal(taken[1], bytes);
    assert.equal(queue.length, 0);
  });

  it('is taken in parts when it has more than twice as many bytes', () => {
    const queue = new OutputQueue();
    for (const part of ['abc', Buffer.from('defgh'), 'i', Buffer.from('jk'), 'lmnop']) queue.add(part);
    assert.deepEqual(describeTaken(queue.take(4)), [[3, 1], 'abcd']);
    assert.equal(queue.length, 12);
    assert.deepEqual(describeTaken(queue.take(5)), [[4, 1], 'efghi']);
    queue.add('q');
    assert.deepEqual(describeTaken(queue.take(3)), [[2, 1], 'jkl']);
    assert.equal(queue.length, 5);
    assert.deepEqual(describeTaken(queue.take(3)), [[4, 1], 'mnopq']);
    assert.equal(queue.length, 0);
  });

  it('gives the same bytes in parts of any size', () => {
    const parts = ['abc', Buffer.from('defgh'), 'i', Buffer.from('jk'), 'lmnop', Buffer.from('q')];
    for (let limit = 1; limit < 20; limit++) {
      const queue = new OutputQueue();
      for (const part of parts) queue.add(part);
      let text = '';
      while (queue.length > 0) {
        const [sizes, taken] = describeTaken(queue.take(limit));
        text += taken;
        assert.ok(taken.length <= 2 * limit && sizes.every((size) => size > 0));
      }
      assert.equal(text, 'abcdefghijklmnopq');
    }
  });

  it('can be cleared', () => {
    const queue = new OutputQueue();
    for (const part of ['a', Buffer.from('b'), 'c']) queue.add(part);
    queue.clear();
    queue.add('d');
    assert.deepEqual([queue.length, queue.take(5)], [1, 'd']);
  });
});
