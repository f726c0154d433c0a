import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ByteCollector } from './byte-collector.ts';

test('the collected bytes equal the added ones, for any chunk sizes', () => {
  const size = fc.oneof(fc.nat(20), fc.nat(5000), fc.integer({ min: 16_000, max: 70_000 }));
  fc.assert(
    fc.property(fc.array(size, { maxLength: 30 }), (sizes) => {
      const chunks = sizes.map((length, index) => Buffer.alloc(length, index + 1));
      const collector = new ByteCollector();
      for (const chunk of chunks) collector.add(chunk);
      const expected = Buffer.concat(chunks);
      assert.equal(collector.length, expected.length);
      assert.ok(collector.concat().equals(expected));
    }),
  );
});

test('one chunk is not copied', () => {
  const collector = new ByteCollector();
  const chunk = Buffer.from('abc');
  collector.add(chunk);
  assert.equal(collector.concat(), chunk);
});

test('chunks of at least 16 KiB are not copied', () => {
  const size = 16 * 1024;
  const chunks = [1, size - 1, size].map((length) => Buffer.alloc(length, 'a'));
  const collector = new ByteCollector();
  for (const chunk of chunks) collector.add(chunk);
  for (const chunk of chunks) chunk.fill('b');
  const bytes = collector.concat();
  assert.deepEqual(
    [bytes.length, [0, 1, size - 1, size, 2 * size - 1].map((at) => String.fromCharCode(bytes[at] ?? 0))],
    [2 * size, ['b', 'a', 'a', 'b', 'b']],
  );
});

test('tiny chunks between large ones cost little more than their bytes', () => {
  const collector = new ByteCollector();
  const large = Buffer.alloc(16 * 1024);
  const before = process.memoryUsage().arrayBuffers;
  for (let index = 0; index < 1000; index++) {
    collector.add(large);
    for (let count = 0; count < 10; count++) collector.add(Buffer.from('x'));
  }
  assert.ok(process.memoryUsage().arrayBuffers - before < 4 * 1024 * 1024);
  assert.equal(collector.concat().length, 1000 * (16 * 1024 + 10));
});
