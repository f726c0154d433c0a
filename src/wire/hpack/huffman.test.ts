import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { Huffman } from './huffman.ts';

const huffman = Huffman.shared;

/** Codes of symbols, one after the other, padded with ones. */
function encode(symbols: Iterable<number>): Buffer {
  let bits = '';
  for (const symbol of symbols) bits += bitsOf(symbol);
  return pack(bits.padEnd(Math.ceil(bits.length / 8) * 8, '1'));
}

function bitsOf(symbol: number): string {
  return (huffman.codes[symbol] ?? 0).toString(2).padStart(huffman.lengths[symbol] ?? 0, '0');
}

function pack(bits: string): Buffer {
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

function decode(bytes: Buffer): string | undefined {
  return huffman.decode(bytes, 0, bytes.length);
}

it('assigns the codes of RFC 7541 appendix B', () => {
  const rows: readonly (readonly [symbol: number, code: number, length: number])[] = [
    [0, 0x1ff8, 13],
    [1, 0x7fffd8, 23],
    [10, 0x3ffffffc, 30],
    [22, 0x3ffffffe, 30],
    [32, 0x14, 6],
    [48, 0x0, 5],
    [97, 0x3, 5],
    [122, 0x7b, 7],
    [127, 0xffffffc, 28],
    [128, 0xfffe6, 20],
    [255, 0x3ffffee, 26],
    [256, 0x3fffffff, 30],
  ];
  for (const [symbol, code, length] of rows) {
    assert.equal(huffman.codes[symbol], code, String(symbol));
    assert.equal(huffman.lengths[symbol], length, String(symbol));
  }
});

it('builds its tables once', () => {
  assert.equal(Huffman.shared, huffman);
});

it('decodes each of the 256 symbols', () => {
  for (let symbol = 0; symbol < 256; symbol++)
    assert.equal(decode(encode([symbol])), String.fromCharCode(symbol));
});

/** What RFC 7541 §5.2 says about bytes, by a search for codes: slow, and without an automaton. */
function decodeSlowly(bytes: Buffer): string | undefined {
  let bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  let text = '';
  for (;;) {
    const symbol = codes.get(codes.keys().find((code) => bits.startsWith(code)) ?? '');
    if (symbol === undefined) return /^1{0,7}$/.test(bits) ? text : undefined;
    if (symbol === 256) return undefined;
    text += String.fromCharCode(symbol);
    bits = bits.slice(bitsOf(symbol).length);
  }
}
const codes = new Map(Array.from({ length: 257 }, (_, symbol) => [bitsOf(symbol), symbol]));
const longest = [...codes.keys()].filter((code) => code.length <= 16);

it('decodes or rejects all strings of one and two bytes', () => {
  // No code that ends within two bytes is longer than 16 bits.
  const short = new Map(longest.map((code) => [code, codes.get(code) ?? 0]));
  for (let length = 0; length <= 2; length++)
    for (let value = 0; value < 256 ** length; value++) {
      const bytes = Buffer.alloc(length);
      if (length > 0) bytes.writeUIntBE(value, 0, length);
      let bits = length === 0 ? '' : value.toString(2).padStart(length * 8, '0');
      let text: string | undefined = '';
      for (let end = 5; end <= bits.length; end++) {
        const symbol = short.get(bits.slice(0, end));
        if (symbol === undefined) continue;
        text += String.fromCharCode(symbol);
        bits = bits.slice(end);
        end = 4;
      }
      if (bits.length > 7 || bits.includes('0')) text = undefined;
      assert.equal(decode(bytes), text, bytes.toString('hex'));
    }
});

it('decodes what a search for codes decodes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 12 }), (bytes) => {
      assert.equal(decode(Buffer.from(bytes)), decodeSlowly(Buffer.from(bytes)));
    }),
    { numRuns: Number(process.env.WIRE_RUNS ?? 300) },
  );
});

it('decodes what it encodes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      assert.equal(decode(encode(bytes)), Buffer.from(bytes).toString('latin1'));
    }),
    { numRuns: Number(process.env.WIRE_RUNS ?? 300) },
  );
});

/** Rows: what, bits. */
const INVALID: readonly (readonly [title: string, bits: string])[] = [
  ['EOS alone, which 2 bits follow', '1'.repeat(32)],
  ['EOS after a symbol', `${bitsOf(97)}${bitsOf(256)}${'1'.repeat(5)}`],
  ['EOS between symbols', `${bitsOf(97)}${bitsOf(256)}${bitsOf(97)}`],
  ['padding of 8 ones', `${bitsOf(38)}${'1'.repeat(8)}`],
  ['padding of a byte, without a symbol', '1'.repeat(8)],
  ['padding of zeros', `${bitsOf(97)}000`],
  ['padding that ends in 0', `${bitsOf(97)}110`],
  ['a code that is cut off', bitsOf(0).slice(0, 8)],
];
for (const [title, bits] of INVALID)
  it(`rejects ${title}`, () => {
    assert.equal(bits.length % 8, 0, 'the row is whole bytes');
    assert.equal(decode(pack(bits)), undefined);
  });

it('accepts padding of 1 to 7 ones', () => {
  // Symbols with 5 bits shift the end by five bits.
  for (let count = 1; count <= 8; count++)
    assert.equal(decode(encode(Array.from({ length: count }, () => 97))), 'a'.repeat(count));
});
