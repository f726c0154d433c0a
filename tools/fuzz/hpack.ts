import assert from 'node:assert/strict';
import type { Draw } from '#test/support/wire/draw.ts';
import { HpackDecoder, type HpackLimits, type HpackOutcome } from '#wire/hpack/decoder.ts';
import type { LiveMachines } from './fuzzer.ts';
import { HpackBlocks } from './hpack-blocks.ts';
import { addNoise } from './noise.ts';

const LIMITS: HpackLimits = { tableSize: 4096, storedSize: 65_536, decodedSize: 262_144 };
const ENTRY_OVERHEAD = 32;
const MAX_BLOCKS = 8;

/**
 * One connection: valid blocks, which have the fields that were encoded, and at the end one that is large or has invalid bytes.
 * Two decoders receive each block at different places of a Buffer, and decode the same.
 */
export function checkHpack(draw: Draw, live: LiveMachines): void {
  const isLarge = draw(50) === 0;
  const limits = isLarge || draw(2) === 0 ? LIMITS : drawLimits(draw);
  const decoder = new HpackDecoder(limits);
  const other = new HpackDecoder(limits);
  const blocks = new HpackBlocks(draw, limits.tableSize);
  const decode = (block: string) => {
    const fields: string[] = [];
    const outcome = decodeAt(decoder, block, 0, 0, fields);
    assertOutcome(decoder, outcome, fields, block, limits);
    const otherFields: string[] = [];
    // The bytes beside the block would continue it.
    const otherOutcome = decodeAt(other, block, 1 + draw(20), 0xff, otherFields);
    assert.deepEqual([otherOutcome, otherFields], [outcome, fields], 'the block at another place');
    return { outcome, fields };
  };
  for (let count = draw(MAX_BLOCKS); count > 0; count--) {
    const block = blocks.block();
    const { outcome, fields } = decode(block.text);
    // The connection ends, because the tables are no longer in step.
    if (outcome === 'flood') return;
    if (outcome === 'complete') assert.deepEqual(fields, block.fields, 'the fields');
    else assert.equal(outcome, 'oversized', decoder.message);
  }
  decode(isLarge ? blocks.largeBlock() : addNoise(draw, blocks.block().text));
  if (isLarge) live.add(decoder);
}

function decodeAt(
  decoder: HpackDecoder,
  block: string,
  padding: number,
  fill: number,
  fields: string[],
): HpackOutcome {
  const bytes = Buffer.alloc(block.length + 2 * padding, fill);
  bytes.write(block, padding, 'latin1');
  return decoder.decode(bytes, padding, padding + block.length, fields);
}

function assertOutcome(
  decoder: HpackDecoder,
  outcome: HpackOutcome,
  fields: readonly string[],
  block: string,
  { tableSize, storedSize }: HpackLimits,
): void {
  const size = fields.reduce((sum, text) => sum + text.length, (fields.length / 2) * ENTRY_OVERHEAD);
  assert.equal(fields.length % 2, 0, 'a name without a value');
  assert.ok(size <= storedSize, `${size} bytes of fields`);
  assert.ok(decoder.tableSize <= tableSize, `${decoder.tableSize} bytes in the table`);
  const offset = / at byte (\d+) of the header block$/.exec(decoder.message)?.[1];
  assert.equal(offset !== undefined, outcome === 'invalid', 'a message for an invalid block only');
  assert.ok(Number(offset ?? 0) <= block.length, 'an offset in the block');
}

function drawLimits(draw: Draw): HpackLimits {
  const storedSize = draw(400);
  return { tableSize: draw(200), storedSize, decodedSize: storedSize + draw(400) };
}
