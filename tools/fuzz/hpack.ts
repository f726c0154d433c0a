import assert from 'node:assert/strict';
import { createDraw, type Draw } from '#test/support/wire/draw.ts';
import { HpackDecoder, type HpackLimits, type HpackOutcome } from '#wire/hpack/decoder.ts';
import { encodeInteger } from '#wire/hpack/encoder.ts';
import { Huffman } from '#wire/hpack/huffman.ts';
import type { LiveMachines } from './fuzzer.ts';
import { addNoise } from './noise.ts';

const LIMITS: HpackLimits = { tableSize: 4096, storedSize: 65_536, decodedSize: 262_144 };
const ENTRY_OVERHEAD = 32;
const TEXTS = [
  '',
  'a',
  ':path',
  'cookie',
  'x-long'.repeat(20),
  '/index.html?a=1',
  '\0\r\n',
  '\xe9\xff',
  'www.example.com',
];

/** One connection: blocks that are mostly valid, each decoded by two decoders that receive it at different places of a Buffer. */
export function checkHpack(draw: Draw, live: LiveMachines): void {
  const isLarge = draw(50) === 0;
  const limits = isLarge || draw(2) === 0 ? LIMITS : drawLimits(draw);
  const decoder = new HpackDecoder(limits);
  const other = new HpackDecoder(limits);
  for (let count = 1 + draw(8); count > 0; count--) {
    const block = isLarge ? drawLargeBlock(draw) : drawBlock(draw);
    const fields: string[] = [];
    const outcome = decodeAt(decoder, block, 0, 0, fields);
    assertOutcome(decoder, outcome, fields, block, limits);
    const otherFields: string[] = [];
    // Bytes beside the block, which would continue it.
    const padding = 1 + draw(20);
    assert.equal(decodeAt(other, block, padding, 0xff, otherFields), outcome, 'the outcome at another place');
    assert.deepEqual(otherFields, fields, 'the fields at another place');
    // The tables are no longer in step, and the connection ends.
    if (outcome === 'invalid' || outcome === 'flood') break;
  }
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

function drawBlock(draw: Draw): string {
  let block = '';
  for (let count = draw(3); count > 0; count--) block += encodeInteger(0x20, 0x1f, draw(4200));
  for (let count = draw(12); count > 0; count--) block += drawField(draw);
  return draw(4) === 0 ? addNoise(draw, block) : block;
}

/** Many fields of one kind, up to and above the limits. */
function drawLargeBlock(draw: Draw): string {
  const seed = draw(1_000_000);
  const field = drawField(createDraw(seed));
  return field.repeat(1 + draw(Math.ceil(150_000 / field.length)));
}

function drawField(draw: Draw): string {
  if (draw(3) === 0) return encodeInteger(0x80, 0x7f, 1 + draw(70));
  // With indexing, without, and never indexed.
  const [pattern, mask] = (
    [
      [0x40, 0x3f],
      [0, 0x0f],
      [0x10, 0x0f],
    ] as const
  )[draw(3)] ?? [0, 0x0f];
  const name =
    draw(2) === 0
      ? encodeInteger(pattern, mask, 1 + draw(66))
      : encodeInteger(pattern, mask, 0) + drawString(draw);
  return name + drawString(draw);
}

function drawString(draw: Draw): string {
  const text = TEXTS[draw(TEXTS.length)] ?? '';
  if (draw(2) === 0) return encodeInteger(0, 0x7f, text.length) + text;
  const coded = encodeHuffman(text);
  return encodeInteger(0x80, 0x7f, coded.length) + coded;
}

/** RFC 7541 §5.2, with ones as padding. */
function encodeHuffman(text: string): string {
  const { codes, lengths } = Huffman.shared;
  const bits = Array.from(text, (unit) => {
    const symbol = unit.charCodeAt(0);
    return (codes[symbol] ?? 0).toString(2).padStart(lengths[symbol] ?? 0, '0');
  }).join('');
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1');
  return (padded.match(/.{8}/g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 2))).join('');
}
