import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import fc from 'fast-check';
import { retain } from './bytes.ts';
import { ChunkList } from './chunk-list.ts';

test('the collected bytes equal the added ones, for any chunk sizes', () => {
  const size = fc.oneof(fc.nat(20), fc.nat(5000), fc.integer({ min: 16_000, max: 70_000 }));
  fc.assert(
    fc.property(fc.array(size, { maxLength: 30 }), (sizes) => {
      const chunks = sizes.map((length, index) => Buffer.alloc(length, index + 1));
      const list = new ChunkList();
      for (const chunk of chunks) list.add(chunk);
      const expected = Buffer.concat(chunks);
      assert.equal(list.length, expected.length);
      assert.ok(list.concat().equals(expected));
    }),
  );
});

test('one chunk is not copied', () => {
  const list = new ChunkList();
  const chunk = Buffer.from('abc');
  list.add(chunk);
  assert.equal(list.concat(), chunk);
});

test('chunks of at least 16 KiB are not copied', () => {
  const size = 16 * 1024;
  const chunks = [1, size - 1, size].map((length) => Buffer.alloc(length, 'a'));
  const list = new ChunkList();
  for (const chunk of chunks) list.add(chunk);
  for (const chunk of chunks) chunk.fill('b');
  const bytes = list.concat();
  assert.deepEqual(
    [bytes.length, [0, 1, size - 1, size, 2 * size - 1].map((at) => String.fromCharCode(bytes[at] ?? 0))],
    [2 * size, ['b', 'a', 'a', 'b', 'b']],
  );
});

test('tiny chunks between large ones cost little more than their bytes', () => {
  const list = new ChunkList();
  const large = Buffer.alloc(16 * 1024);
  const before = process.memoryUsage().arrayBuffers;
  for (let index = 0; index < 1000; index++) {
    list.add(large);
    for (let count = 0; count < 10; count++) list.add(Buffer.from('x'));
  }
  assert.ok(process.memoryUsage().arrayBuffers - before < 4 * 1024 * 1024);
  assert.equal(list.concat().length, 1000 * (16 * 1024 + 10));
});

const bytes = (text: string) => Buffer.from(text);

/** All that is taken, as one text. */
function takeAll(content: ChunkList): string {
  let text = '';
  for (let chunk = content.take(); chunk !== undefined; chunk = content.take()) text += chunk;
  return text;
}

describe('a list of chunks that are retained', () => {
  it('is taken in the order in which it was added, whatever the sizes of its chunks', () => {
    const content = new ChunkList(retain);
    const sizes = [1, 5000, 3, 4095, 4096, 16_383, 16_384, 1, 1, 70_000, 900, 900, 900, 16_000, 2];
    const added = sizes.map((size, index) => String.fromCharCode(97 + index).repeat(size));
    for (const text of added) content.add(bytes(text));
    assert.equal(content.length, added.join('').length);
    assert.equal(takeAll(content), added.join(''));
    assert.deepEqual([content.length, content.take()], [0, undefined]);
  });

  it('can be added and taken in turn', () => {
    const content = new ChunkList(retain);
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
    const content = new ChunkList(retain);
    const chunk = bytes('x');
    for (let index = 0; index < 65_536; index++) content.add(chunk);
    chunk.fill('y');
    const parts = content.parts();
    assert.ok(parts.length < 20, `${parts.length} parts`);
    assert.equal(takeAll(content), 'x'.repeat(65_536));
  });

  it('has blocks of 1 KiB, then of as much as it has, and of at most 64 KiB', () => {
    const content = new ChunkList(retain);
    const chunk = bytes('x');
    for (let index = 0; index < 200_000; index++) content.add(chunk);
    assert.deepEqual(
      content.parts().map(({ length }) => length),
      [1, 1024, 1025, 2050, 4100, 8200, 16_400, 32_800, 65_536, 65_536, 3328],
    );
  });

  it('does not copy a large chunk, unless it is a small part of its buffer', () => {
    const content = new ChunkList(retain);
    const large = Buffer.allocUnsafeSlow(20_000);
    content.add(large);
    content.add(Buffer.allocUnsafeSlow(100_000).subarray(0, 20_000));
    const [first, second] = content.parts();
    assert.equal(first, large);
    assert.equal(second?.buffer.byteLength, 20_000);
  });

  it('shares no block with another list', () => {
    const lists = [new ChunkList(retain), new ChunkList(retain)];
    for (const [index, list] of lists.entries())
      for (const text of ['first', String(index)]) list.add(bytes(text));
    assert.deepEqual(lists.map(takeAll), ['first0', 'first1']);
  });

  it('does not change what was taken before it was cleared', () => {
    const content = new ChunkList(retain);
    for (const text of ['first', 'second']) content.add(bytes(text));
    const [, second] = content.parts();
    content.clear();
    for (const text of ['a', 'b'.repeat(10)]) content.add(bytes(text));
    assert.equal(second?.toString(), 'second');
  });

  it('is forgotten when it is cleared', () => {
    const content = new ChunkList(retain);
    content.add(bytes('a'));
    content.add(bytes('b'));
    content.clear();
    assert.deepEqual([content.length, content.parts(), content.take()], [0, [], undefined]);
    content.add(bytes('c'));
    assert.equal(takeAll(content), 'c');
  });
});
