import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RetainedContent } from './retained-content.ts';

const bytes = (text: string) => Buffer.from(text);

/** All that is taken, as one text. */
function takeAll(content: RetainedContent): string {
  let text = '';
  for (let chunk = content.take(); chunk !== undefined; chunk = content.take()) text += chunk;
  return text;
}

describe('content that waits for its reader', () => {
  it('is taken in the order in which it was added, whatever the sizes of its chunks', () => {
    const content = new RetainedContent();
    const sizes = [1, 5000, 3, 4095, 4096, 1, 1, 70_000, 900, 900, 900, 16_000, 2];
    const added = sizes.map((size, index) => String.fromCharCode(97 + index).repeat(size));
    for (const text of added) content.add(bytes(text));
    assert.equal(content.length, added.join('').length);
    assert.equal(takeAll(content), added.join(''));
    assert.deepEqual([content.length, content.take()], [0, undefined]);
  });

  it('can be added and taken in turn', () => {
    const content = new RetainedContent();
    let taken = '';
    for (let index = 0; index < 100; index++) {
      for (let count = 0; count <= index % 3; count++) content.add(bytes(`${index} `));
      if (index % 2 === 0) taken += content.take();
    }
    taken += takeAll(content);
    const expected = Array.from({ length: 100 }, (_, index) => `${index} `.repeat((index % 3) + 1)).join('');
    assert.equal(taken, expected);
  });

  it('shares blocks among small chunks, which are copied', () => {
    const content = new RetainedContent();
    const chunk = bytes('x');
    for (let index = 0; index < 65_536; index++) content.add(chunk);
    chunk.fill('y');
    const parts = content.parts();
    assert.ok(parts.length < 20, `${parts.length} parts`);
    assert.equal(takeAll(content), 'x'.repeat(65_536));
  });

  it('does not copy a large chunk, unless it is a small part of its buffer', () => {
    const content = new RetainedContent();
    const large = Buffer.allocUnsafeSlow(10_000);
    content.add(large);
    content.add(Buffer.allocUnsafeSlow(100_000).subarray(0, 10_000));
    const [first, second] = content.parts();
    assert.equal(first, large);
    assert.equal(second?.buffer.byteLength, 10_000);
  });

  it('is forgotten when it is cleared', () => {
    const content = new RetainedContent();
    content.add(bytes('a'));
    content.add(bytes('b'));
    content.clear();
    assert.deepEqual([content.length, content.parts(), content.take()], [0, [], undefined]);
    content.add(bytes('c'));
    assert.equal(takeAll(content), 'c');
  });
});
