import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Output } from './output.ts';

describe('the output', () => {
  it('joins text, and keeps bytes as they are, in order', () => {
    const output = new Output();
    const [first, second] = [Buffer.from('1'), Buffer.from('2')];
    assert.equal(output.hasBytes, false);
    output.bytes(first);
    assert.equal(output.hasBytes, true);
    output.bytes(second);
    output.text('a');
    output.control('b');
    const parts = output.take();
    assert.deepEqual(parts, [first, second, 'ab']);
    assert.equal(parts[0], first);
    assert.equal(output.hasBytes, false);
    assert.deepEqual(output.take(), []);
    output.text('c');
    assert.equal(output.hasBytes, true);
    output.bytes(first);
    assert.deepEqual(output.take(), ['c', first]);
  });

  it('counts what was appended, and what was not sent', () => {
    const output = new Output();
    output.text('abc');
    output.bytes(Buffer.alloc(10));
    output.control('de');
    assert.deepEqual([output.appended, output.waiting, output.waitingControl], [15, 15, 2]);
    output.take();
    assert.equal(output.waiting, 15);
    output.sent(5);
    output.sent(1);
    assert.deepEqual([output.appended, output.waiting], [15, 9]);
  });

  it('counts control frames until those of one backlog are sent', () => {
    const output = new Output();
    output.text('x'.repeat(10));
    output.control('ab');
    // The mark is at the end of what waits.
    output.sent(1);
    assert.equal(output.waitingControl, 2);
    output.control('cde');
    output.sent(10);
    assert.equal(output.waitingControl, 5);
    // The bytes before the mark are sent.
    output.sent(1);
    assert.deepEqual([output.waiting, output.waitingControl], [3, 3]);
    output.sent(3);
    assert.deepEqual([output.waiting, output.waitingControl], [0, 0]);
    output.control('f');
    assert.equal(output.waitingControl, 1);
    output.sent(1);
    assert.equal(output.waitingControl, 0);
  });
});
