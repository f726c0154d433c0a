import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usedMemory } from '#test/support/wire/used-memory.ts';
import { HpackDecoder } from './decoder.ts';
import { encodeInteger } from './encoder.ts';

const LIMITS = { tableSize: 4096, storedSize: 65_536, decodedSize: 262_144 };
const TEXT_SIZE = 60_000;
const ENTRY_SIZE = 4_000;

/** The bytes that a number of decoders use after each has decoded these blocks. */
function memoryOfDecoders(count: number, blocks: () => Buffer[]): number {
  const used = () => {
    const { heapUsed, arrayBuffers } = usedMemory();
    return heapUsed + arrayBuffers;
  };
  const before = used();
  const decoders = Array.from({ length: count }, () => {
    const decoder = new HpackDecoder(LIMITS);
    for (const block of blocks())
      assert.notEqual(decoder.decode(block, 0, block.length, []), 'invalid', decoder.message);
    return decoder;
  });
  const total = used() - before;
  assert.equal(decoders.length, count);
  return total;
}

function literal(type: string, name: string, value: string): Buffer {
  const texts = [name, value].map((text) => encodeInteger(0, 0x7f, text.length) + text);
  return Buffer.from(type + texts.join(''), 'latin1');
}

test('a decoder retains neither a block nor its last field', () => {
  const text = 'x'.repeat(TEXT_SIZE);
  for (const [name, value] of [
    [text, ''],
    ['', text],
  ] as const) {
    const bytes = memoryOfDecoders(100, () => [literal('\0', name, value)]);
    assert.ok(bytes < (100 * TEXT_SIZE) / 2, `${bytes} bytes`);
  }
});

test('a decoder retains no entry that its table has evicted', () => {
  const text = 'x'.repeat(ENTRY_SIZE);
  for (const [name, value] of [
    [text, ''],
    ['', text],
  ] as const) {
    const bytes = memoryOfDecoders(400, () => Array.from({ length: 8 }, () => literal('\x40', name, value)));
    // One entry of the eight remains.
    assert.ok(bytes < 400 * ENTRY_SIZE * 4, `${bytes} bytes`);
  }
});
