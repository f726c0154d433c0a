import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { usedMemory } from '#test/support/wire/used-memory.ts';
import { ByteCollector } from './byte-collector.ts';
import {
  AUTHORITY,
  copyOf,
  FIELD_VALUE,
  flatten,
  HEX_DIGIT,
  hasMember,
  isFieldValue,
  isSameWord,
  isToken,
  LETTER,
  own,
  parseDecimal,
  retain,
  TARGET,
  TOKEN,
  trim,
} from './bytes.ts';

const ALL_BYTES = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));

test('a token has the characters of RFC 9110 §5.6.2, and at least one', () => {
  assert.deepEqual(
    ALL_BYTES.filter(isToken).join(''),
    "!#$%&'*+-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ^_`abcdefghijklmnopqrstuvwxyz|~",
  );
  for (const text of ['', 'a b', 'a\u0141', '\u{1f600}']) assert.equal(isToken(text), false, text);
});

test('a field value has no control characters but tab, and no character above FF', () => {
  const invalid = ALL_BYTES.filter((text) => !isFieldValue(text)).map((text) => text.charCodeAt(0));
  assert.deepEqual(
    invalid,
    [...Array(32).keys(), 0x7f].filter((byte) => byte !== 9),
  );
  assert.equal(isFieldValue(''), true);
  assert.equal(isFieldValue('a\u010d'), false);
});

test('the tables have a row for each byte, which is 1 for the bytes of the grammar', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const eightBit = ALL_BYTES.slice(0x80).join('');
  const visible = ALL_BYTES.slice(0x21, 0x7f).join('');
  const rows: readonly (readonly [table: Uint8Array, bytes: string])[] = [
    [TOKEN, `!#$%&'*+-.0123456789^_\`|~${letters}`],
    [FIELD_VALUE, `\t ${visible}${eightBit}`],
    [TARGET, visible + eightBit],
    [LETTER, letters],
    [AUTHORITY, `-._~0123456789!$&'()*+,;=:[]%${letters}`],
  ];
  for (const [table, bytes] of rows) {
    assert.equal(table.length, 256);
    assert.deepEqual(
      [...table],
      ALL_BYTES.map((byte) => (bytes.includes(byte) ? 1 : 0)),
    );
  }
});

test('a hexadecimal digit has its value in any case, and another byte has 255', () => {
  assert.deepEqual(
    [...HEX_DIGIT],
    ALL_BYTES.map((byte) => (/[0-9a-f]/i.test(byte) ? Number.parseInt(byte, 16) : 255)),
  );
});

test('outer white space is SP and HTAB', () => {
  for (const [text, trimmed] of [
    ['', ''],
    [' \t ', ''],
    ['a', 'a'],
    [' a', 'a'],
    ['a\t', 'a'],
    [' \ta \tb\t ', 'a \tb'],
    ['\na\r', '\na\r'],
    ['\xa0a\xa0', '\xa0a\xa0'],
  ] as const)
    assert.equal(trim(text), trimmed, JSON.stringify(text));
  assert.equal(trim('x a y', 1, 4), 'a');
  assert.equal(trim('x   y', 1, 4), '');
  assert.equal(trim('ab', 1, 1), '');
});

test('a copy has an ArrayBuffer of its own', () => {
  const bytes = Buffer.from('abc');
  const copy = copyOf(bytes);
  bytes.fill('x');
  assert.deepEqual([copy.toString(), copy.buffer.byteLength], ['abc', 3]);
});

test('a decimal number has 1 to 15 digits and nothing else', () => {
  assert.equal(parseDecimal('0'), 0);
  assert.equal(parseDecimal('007'), 7);
  assert.equal(parseDecimal('999999999999999'), 999_999_999_999_999);
  for (const text of [
    '',
    '1000000000000000',
    '+1',
    '-1',
    '1.0',
    '1e3',
    '0x1',
    ' 1',
    '1 ',
    '\u0661',
    '1_0',
    '/',
    ':',
  ])
    assert.equal(parseDecimal(text), -1, text);
});

test('a word matches in any case of its letters, and nothing else does', () => {
  for (const text of ['content-length', 'Content-Length', 'CONTENT-LENGTH'])
    assert.equal(isSameWord(text, 'content-length'), true);
  // CR and LF differ from - and * by the bit of the case; U+212A is a Kelvin sign.
  for (const text of ['content-lengt', 'content\rlength', 'content-lengthx', 'content-len\u0267th'])
    assert.equal(isSameWord(text, 'content-length'), false, JSON.stringify(text));
  assert.equal(isSameWord('\u212aeep-alive', 'keep-alive'), false);
  for (const letter of 'azkm')
    assert.deepEqual(
      ALL_BYTES.filter((text) => isSameWord(text, letter)),
      [letter.toUpperCase(), letter],
    );
});

test('a list has a member as a complete element, without its white space', () => {
  for (const list of ['close', 'Close', ' close', 'a,close', 'a ,\tCLOSE\t, b', ',,close', 'close,'])
    assert.equal(hasMember(list, 'close'), true, list);
  for (const list of ['', ',', 'xclose', 'closex', 'close x', 'clo,se', '"close"', 'close;q=1'])
    assert.equal(hasMember(list, 'close'), false, list);
});

test('a chunk is retained as it is if it is at least half of its memory, and else copied', () => {
  const memory = Buffer.from(new ArrayBuffer(100));
  assert.equal(retain(memory.subarray(0, 50)).buffer, memory.buffer);
  const small = retain(memory.subarray(0, 49));
  assert.equal(small.buffer.byteLength, 49);
  assert.deepEqual(small, memory.subarray(0, 49));
});

test('a text of its own is equal', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
      (text) => {
        assert.equal(own(text), text);
      },
    ),
  );
});

test('a collector has all bytes in their order, in any parts', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 600 })), (parts) => {
      const collector = new ByteCollector();
      for (const part of parts)
        collector.append(Buffer.concat([Buffer.from('xx'), part, Buffer.from('y')]), 2, 2 + part.length);
      const expected = Buffer.concat(parts);
      assert.equal(collector.length, expected.length);
      assert.equal(collector.text(0, collector.length), expected.toString('latin1'));
      assert.deepEqual(collector.take(), expected);
      assert.equal(collector.length, 0);
    }),
  );
});

test('a flattened text has no parts', () => {
  const concatenate = (number: number) => {
    let text = '';
    for (let part = 0; part < 20; part++) text += `${number}-${part}: value\r\n`;
    return text;
  };
  const measure = (convert: (text: string) => string) => {
    const { heapUsed: before } = usedMemory();
    const texts = Array.from({ length: 2000 }, (_, number) => convert(concatenate(number)));
    return (usedMemory().heapUsed - before) / texts.length;
  };
  const [whole, parts] = [measure(flatten), measure((text) => text)];
  assert.ok(whole < 600 && parts > 2 * whole, `${whole} and ${parts} bytes each`);
});
