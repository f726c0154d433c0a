import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { HpackDecoder } from './decoder.ts';
import { DynamicTable } from './dynamic-table.ts';
import { encodeInteger, HpackEncoder } from './encoder.ts';
import { STATIC_ENTRIES, STATIC_LENGTH } from './static-table.ts';

const RUNS = Number(process.env.WIRE_RUNS ?? 300);
const LIMITS = { tableSize: 4096, storedSize: 65_536, decodedSize: 262_144 };

function decode(decoder: HpackDecoder, block: string): readonly string[] {
  const bytes = Buffer.from(block, 'latin1');
  const fields: string[] = [];
  assert.equal(decoder.decode(bytes, 0, bytes.length, fields), 'complete', decoder.message);
  return fields;
}

/** A table as RFC 7541 §2.3.2 describes it: a list, the newest entry first. */
class ListTable {
  entries: (readonly [name: string, value: string])[] = [];
  maxSize: number;

  constructor(maxSize: number) {
    this.maxSize = maxSize;
  }

  get size(): number {
    return this.entries.reduce((total, [name, value]) => total + name.length + value.length + 32, 0);
  }

  insert(name: string, value: string): void {
    this.entries.unshift([name, value]);
    this.resize(this.maxSize);
  }

  resize(maxSize: number): void {
    this.maxSize = maxSize;
    while (this.size > maxSize) this.entries.pop();
  }
}

describe('the dynamic table', () => {
  for (const maxSize of [0, 1, 31, 32, 33, 100, 4096])
    it(`of ${maxSize} bytes has the entries of a list`, () => {
      const text = fc.string({ maxLength: 12, unit: 'binary-ascii' });
      const step = fc.oneof(
        { weight: 9, arbitrary: fc.tuple(text, text) },
        fc.integer({ min: 0, max: maxSize }),
      );
      const property = fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const table = new DynamicTable(maxSize);
        const list = new ListTable(maxSize);
        for (const each of steps) {
          if (typeof each === 'number') table.resize(each);
          else table.insert(...each);
          if (typeof each === 'number') list.resize(each);
          else list.insert(...each);
          assert.equal(table.size, list.size);
          const entries = Array.from({ length: table.length }, (_, index) => [
            table.nameAt(index),
            table.valueAt(index),
          ]);
          assert.deepEqual(entries, list.entries);
        }
      });
      fc.assert(property, { numRuns: Math.ceil(RUNS / 20) });
    });
});

describe('the dynamic table with many entries', () => {
  it('has each of the 128 smallest ones', () => {
    const table = new DynamicTable(128 * 34);
    const list = new ListTable(128 * 34);
    for (let count = 0; count < 300; count++) {
      const [name, value] = [String.fromCharCode(count), String.fromCharCode(1000 + count)];
      table.insert(name, value);
      list.insert(name, value);
      const entries = list.entries.map((_, index) => [table.nameAt(index), table.valueAt(index)]);
      assert.equal(table.length, Math.min(count + 1, 128));
      assert.deepEqual(entries, list.entries);
    }
    table.resize(34);
    assert.deepEqual([table.length, table.nameAt(0), table.valueAt(0)], [1, ...(list.entries[0] ?? [])]);
  });
});

describe('blocks', () => {
  it('have each entry of the static table', () => {
    assert.equal(STATIC_ENTRIES.length, STATIC_LENGTH);
    for (const [entry, field] of STATIC_ENTRIES.entries())
      assert.deepEqual(decode(new HpackDecoder(LIMITS), encodeInteger(0x80, 0x7f, entry + 1)), field);
  });

  for (const tableSize of [0, 1, 31, 32, 4096])
    it(`with a table of ${tableSize} bytes`, () => {
      const decoder = new HpackDecoder({ ...LIMITS, tableSize });
      // An entry of 32 bytes has an empty name and value.
      const empty = '\x40\0\0';
      assert.deepEqual(decode(decoder, empty), ['', '']);
      assert.equal(decoder.tableSize, tableSize >= 32 ? 32 : 0);
      const bytes = Buffer.from('\xbe', 'latin1');
      const outcome = decoder.decode(bytes, 0, 1, []);
      assert.equal(outcome, tableSize >= 32 ? 'complete' : 'invalid');
      if (outcome === 'invalid')
        assert.equal(decoder.message, 'The index 62, which no table has, at byte 1 of the header block');
      const update = Buffer.from(encodeInteger(0x20, 0x1f, tableSize + 1), 'latin1');
      assert.equal(decoder.decode(update, 0, update.length, []), 'invalid');
      assert.deepEqual(decode(decoder, encodeInteger(0x20, 0x1f, tableSize)), []);
    });

  it('have the last entry of the static table, whatever the dynamic table has', () => {
    const decoder = new HpackDecoder(LIMITS);
    for (let count = 0; count < 8; count++) decode(decoder, '\x40\x01a\x01b');
    assert.deepEqual(decode(decoder, '\xbd'), ['www-authenticate', '']);
  });

  it('may name an entry that they evict (RFC 7541 §4.4)', () => {
    const decoder = new HpackDecoder({ ...LIMITS, tableSize: 40 });
    decode(decoder, '\x40\x04name\x01a');
    assert.deepEqual(decode(decoder, '\x7e\x02bc\xbe'), ['name', 'bc', 'name', 'bc']);
    assert.equal(decoder.tableSize, 38);
    decode(decoder, '\x7e\x09123456789');
    assert.equal(decoder.tableSize, 0);
  });

  it('empty the table by a size update, before later ones', () => {
    const decoder = new HpackDecoder(LIMITS);
    decode(decoder, '\x40\x01a\x01b');
    assert.equal(decoder.tableSize, 34);
    assert.deepEqual(decode(decoder, `\x20${encodeInteger(0x20, 0x1f, 4096)}\x82`), [':method', 'GET']);
    assert.equal(decoder.tableSize, 0);
  });

  it('are decoded between offsets', () => {
    const bytes = Buffer.from([0xff, 0x82, 0xff]);
    const fields: string[] = [];
    assert.equal(new HpackDecoder(LIMITS).decode(bytes, 1, 2, fields), 'complete');
    assert.deepEqual(fields, [':method', 'GET']);
  });

  const invalid: readonly (readonly [bytes: readonly number[], message: string])[] = [
    [[0xff], 'The block ends within an integer at byte 1'],
    [[0xff, 0x80], 'The block ends within an integer at byte 2'],
    [[0x40], 'The block ends within a field at byte 1'],
    [[0x41], 'The block ends within a field at byte 1'],
    [[0x40, 0x01, 0x61], 'The block ends within a field at byte 3'],
    [[0x40, 0x02, 0x61], 'A string of 2 bytes, more than the block has, at byte 2'],
    [[0x80], 'The index 0, which no table has, at byte 1'],
    [[0xbe], 'The index 62, which no table has, at byte 1'],
    [[0x7e, 0x01, 0x61], 'The index 62, which no table has, at byte 1'],
    [[0x0f, 0x2f, 0x01, 0x61], 'The index 62, which no table has, at byte 2'],
    [[0x1f, 0x2f, 0x01, 0x61], 'The index 62, which no table has, at byte 2'],
    [[0x3f, 0xff], 'The block ends within an integer at byte 2'],
    [[0xff, 0x82, 0xff, 0xff, 0x7f], 'An integer above 2^28 at byte 5'],
    [[0xff, 0x82, 0xff, 0xff, 0xff, 0xff], 'An integer above 2^28 at byte 5'],
    [[0xff, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00], 'An integer above 2^28 at byte 6'],
    [[0x3f, 0xe2, 0x1f], 'A table size update to 4097, above 4096, at byte 3'],
    [[0x82, 0x20], 'A table size update after a field at byte 1'],
    [[0x00, 0x81, 0x18, 0x00], 'A Huffman code with EOS or with invalid padding at byte 3'],
  ];
  for (const [bytes, message] of invalid)
    it(`are invalid: ${message}`, () => {
      // The bytes around the block are not read.
      const buffer = Buffer.from([0x82, ...bytes, 0x00, 0x00]);
      const decoder = new HpackDecoder(LIMITS);
      assert.equal(decoder.message, '');
      assert.equal(decoder.decode(buffer, 1, 1 + bytes.length, []), 'invalid');
      assert.equal(decoder.message, `${message} of the header block`);
    });

  it('have integers up to 2^28', () => {
    const decoder = new HpackDecoder({ ...LIMITS, tableSize: 2 ** 30 });
    const outcomeOf = (size: number) => {
      const update = Buffer.from(encodeInteger(0x20, 0x1f, size), 'latin1');
      return decoder.decode(update, 0, update.length, []);
    };
    assert.equal(outcomeOf(2 ** 28), 'complete');
    assert.equal(outcomeOf(2 ** 28 + 1), 'invalid');
  });

  it('above a size are decoded and not stored, and above a larger one decoding stops', () => {
    const decoder = new HpackDecoder({ tableSize: 4096, storedSize: 100, decodedSize: 200 });
    const bytes = Buffer.from('\x40\x01a\x01b\xbe\xbe\xbe\xbe\xbe\xbe', 'latin1');
    const outcomes = [2, 3, 5, 6].map((count) => {
      const fields: string[] = [];
      return [decoder.decode(bytes, 0, 5 + count, fields), fields.length];
    });
    assert.deepEqual(outcomes, [
      ['oversized', 4],
      ['oversized', 4],
      ['flood', 4],
      ['flood', 4],
    ]);
  });

  it('of exactly a size are stored, and of exactly the larger one decoded', () => {
    const decoder = new HpackDecoder({ tableSize: 4096, storedSize: 68, decodedSize: 102 });
    const outcomes = ['\0\x01a\x01b\0\x01a\x01b', '\0\x01a\x01b\0\x01a\x02bc'].flatMap((block) =>
      [block, `${block}\0\x01a\x01b`].map((text) => {
        const fields: string[] = [];
        const bytes = Buffer.from(text, 'latin1');
        return [decoder.decode(bytes, 0, bytes.length, fields), fields.length];
      }),
    );
    assert.deepEqual(outcomes, [
      ['complete', 4],
      ['oversized', 4],
      ['oversized', 2],
      ['flood', 2],
    ]);
  });

  it('throw nothing, whatever their bytes are, and the table has its size', () => {
    const property = fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 5 }), (blocks) => {
      const decoder = new HpackDecoder(LIMITS);
      for (const block of blocks) {
        const fields: string[] = [];
        const outcome = decoder.decode(Buffer.from(block), 0, block.length, fields);
        assert.equal(outcome === 'invalid', decoder.message !== '');
        assert.equal(fields.length % 2, 0);
        assert.ok(decoder.tableSize <= 4096);
      }
    });
    fc.assert(property, { numRuns: RUNS });
  });
});

describe('the encoder', () => {
  it('writes what the decoder reads, with names in lower case', () => {
    const text = fc.string({ maxLength: 200, unit: fc.nat(255).map((code) => String.fromCharCode(code)) });
    const name = fc.oneof(
      fc.constantFrom('Content-Type', 'content-length', 'Set-Cookie', 'AUTHORIZATION', 'X-Any'),
      fc.stringMatching(/^[A-Za-z0-9-]{1,150}$/),
    );
    const property = fc.property(
      fc.integer({ min: 100, max: 999 }),
      fc.array(fc.tuple(name, text), { maxLength: 10 }),
      (status, fields) => {
        const decoded = decode(new HpackDecoder(LIMITS), new HpackEncoder().encode(status, fields.flat()));
        const expected = fields.flatMap(([each, value]) => [each.toLowerCase(), value]);
        assert.deepEqual(decoded, [':status', String(status), ...expected]);
      },
    );
    fc.assert(property, { numRuns: RUNS });
  });

  const rows: readonly (readonly [title: string, status: number, fields: readonly string[], hex: string])[] =
    [
      ['a status of the static table', 404, [], '8d'],
      ['another status', 600, [], '0803363030'],
      ['trailers', 0, ['a', 'b'], '0001610162'],
      ['a name of the static table', 0, ['Content-Type', 'a'], '0f100161'],
      ['authorization never indexed', 0, ['Authorization', 'a'], '1f080161'],
      ['set-cookie never indexed, in any case', 0, ['SET-cookie', 'a'], '1f280161'],
      ['cookie', 0, ['cookie', 'a'], '0f110161'],
    ];
  for (const [title, status, fields, hex] of rows)
    it(`writes ${title}`, () =>
      assert.equal(Buffer.from(new HpackEncoder().encode(status, fields), 'latin1').toString('hex'), hex));

  it('writes the lengths of names and values in as many bytes as they need', () => {
    for (const [length, bytes] of [
      [0, '\0'],
      [126, '\x7e'],
      [127, '\x7f\0'],
      [254, '\x7f\x7f'],
      [255, '\x7f\x80\x01'],
      [16_510, '\x7f\xff\x7f'],
      [16_511, '\x7f\x80\x80\x01'],
    ] as const) {
      const text = 'x'.repeat(length);
      assert.equal(new HpackEncoder().encode(0, ['server', text]), `\x0f\x27${bytes}${text}`);
      if (length > 0) assert.equal(new HpackEncoder().encode(0, [text, '']), `\0${bytes}${text}\0`);
    }
  });

  it('begins one block with a size update after each lowered size', () => {
    const encoder = new HpackEncoder();
    const written = [4096, 8192, 100, 100, 0].map((size) => {
      encoder.setTableSize(size);
      return encoder.encode(200, []);
    });
    assert.deepEqual(written, ['\x88', '\x88', '\x20\x88', '\x88', '\x20\x88']);
  });
});
