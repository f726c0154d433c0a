import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '#test/support/any-character.ts';
import type { Field } from '../syntax/fields.ts';
import { cookiePairs, cookieValues, formatSetCookie, parseCookies, requestCookies } from './cookies.ts';

const read = (value: string) => [...parseCookies(value)];

test('cookies are parsed in order, without white space around names and values', () => {
  assert.deepEqual(read('b=2; a=1'), [
    ['b', '2'],
    ['a', '1'],
  ]);
  assert.deepEqual(read(' a = 1 ;b=2;'), [
    ['a', '1'],
    ['b', '2'],
  ]);
});

test('only spaces and tabs around a name and a value are not part of it', () => {
  assert.deepEqual(read(' \ta\xa0 =\t\xa0b\xa0 '), [['a\xa0', '\xa0b\xa0']]);
  const fields: Field[] = [['Cookie', '\t a=1; \xa0a=2']];
  assert.deepEqual(cookieValues({ fields }, 'a'), ['1']);
});

test('the first of repeated names counts', () => {
  assert.deepEqual(read('a=1; a=2'), [['a', '1']]);
});

test('a value may contain an equals sign', () => {
  assert.deepEqual(read('a=b=c'), [['a', 'b=c']]);
});

test('a name without a value has an empty value, and a value without a name is ignored', () => {
  assert.deepEqual(read('a; b=; =c; ;; d'), [
    ['a', ''],
    ['b', ''],
    ['d', ''],
  ]);
});

test('a value without a name is ignored as a whole', () => {
  assert.deepEqual(read('=c; a=1'), [['a', '1']]);
  assert.deepEqual(read('="b;c";a=1'), [['a', '1']]);
});

test('a quoted value is unquoted, and may contain semicolons', () => {
  assert.deepEqual(read('a="v\xc3\xa4lue"'), [['a', 'v\xc3\xa4lue']]);
  assert.deepEqual(read('a="x; y"; b="\\"\\\\"; c="\\303\\251\\073"'), [
    ['a', 'x; y'],
    ['b', '"\\'],
    ['c', 'é;'],
  ]);
});

test('an unclosed quote is an ordinary character', () => {
  assert.deepEqual(read('a="x; b=1'), [
    ['a', '"x'],
    ['b', '1'],
  ]);
  assert.deepEqual(read('a="x"y; b=1'), [
    ['a', '"x"y'],
    ['b', '1'],
  ]);
  for (const value of ['"', 'xy"', '"xy', '\\"xy"'])
    assert.deepEqual(read(`a=${value}`), [['a', value]], value);
  assert.deepEqual(read('a=""'), [['a', '']]);
});

test('each byte outside ASCII is a character, and escapes are UTF-8', () => {
  assert.deepEqual(read('n\xc3\xa4me=v\xc3\xa4lue; b=\xff; c="\\303\\244\xff\\377"'), [
    ['n\xc3\xa4me', 'v\xc3\xa4lue'],
    ['b', '\xff'],
    ['c', 'ä\xff\ufffd'],
  ]);
});

test('names of inherited members are ordinary names', () => {
  assert.deepEqual(read('__proto__=1; constructor=2'), [
    ['__proto__', '1'],
    ['constructor', '2'],
  ]);
});

test('a request without the field has no cookies', () => {
  assert.equal(parseCookies(undefined).size, 0);
  assert.equal(parseCookies('').size, 0);
});

test('several fields count as one, and the values of a name are those of all fields, unchanged', () => {
  const fields: Field[] = [
    ['Cookie', 'a="1" ; ab=2;b=3'],
    ['X', 'a=4'],
    ['cOOKIE', 'a=5; a; c="x;a=6"'],
  ];
  assert.deepEqual(
    [...requestCookies({ fields })],
    [
      ['a', '1'],
      ['ab', '2'],
      ['b', '3'],
      ['c', 'x;a=6'],
    ],
  );
  assert.deepEqual(cookieValues({ fields }, 'a'), ['"1"', '5', '6"']);
  assert.deepEqual(cookieValues({ fields }, 'd'), []);
});

test('names and values of all fields are listed unchanged, in order', () => {
  const fields: Field[] = [
    ['cookie', 'b="2" ;a = c=d ; ;e'],
    ['X', 'f=1'],
    ['Cookie', '=g; b='],
  ];
  assert.deepEqual(cookiePairs(fields), [
    ['b', '"2"'],
    ['a', 'c=d'],
    ['e', ''],
    ['b', ''],
  ]);
});

test('attributes have the order of Werkzeug', () => {
  const attributes = { path: '/', secure: true, maxAge: 0, expires: 'Thu, 01 Jan 1970 00:00:00 GMT' };
  assert.equal(
    formatSetCookie('a', '', attributes),
    'a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; Secure; Path=/',
  );
  assert.equal(formatSetCookie('a', '1', { path: '/' }), 'a=1; Path=/');
  const all = { partitioned: true, sameSite: 'Lax', httpOnly: true, domain: 'h', ...attributes };
  assert.equal(
    formatSetCookie('a', '', all),
    'a=; Domain=h; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; Secure; HttpOnly; Path=/; SameSite=Lax; Partitioned',
  );
});

test('values with special characters are quoted, with three octal digits for each of them', () => {
  const cases = [
    ['a b', '"a b"'],
    ['a,b;c', '"a\\054b\\073c"'],
    ['"\\', '"\\"\\\\"'],
    ['é', '"\\303\\251"'],
    ['a\r\nb', '"a\\015\\012b"'],
    ['\x1f\x7f', '"\\037\\177"'],
    ["!#$%&'()*+-./:<=>?@[]^`{|}~", "!#$%&'()*+-./:<=>?@[]^`{|}~"],
  ] as const;
  for (const [value, written] of cases) assert.equal(formatSetCookie('n', value, {}), `n=${written}`);
});

test('a name that would change the meaning of the field is invalid', () => {
  for (const name of ['', ' ', ' a', 'a ', 'a=b', 'a;b', 'a\r\nSet-Cookie: b', 'a\0', '\x7f', '\u2028a']) {
    assert.equal(formatSetCookie(name, 'v', {}), undefined, JSON.stringify(name));
  }
});

test('a written value is parsed back unchanged, and a name as its bytes', () => {
  const text = fc.string({ unit: anyCharacter }).map((value) => value.toWellFormed());
  fc.assert(
    fc.property(text, text, (name, value) => {
      const written = formatSetCookie(name, value, {});
      if (written === undefined) return;
      assert.match(written, /^[\t\x20-\x7e\x80-\xff]*$/);
      assert.deepEqual(
        read(`first=1; ${written}; last=2`).slice(1, -1),
        name === 'first' || name === 'last' ? [] : [[Buffer.from(name).toString('latin1'), value]],
      );
    }),
  );
});

test('the parser never throws', () => {
  const unit = fc.constantFrom('"', '\\', ';', '=', ' ', 'a', '0', '\xff');
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit }), fc.string({ unit: anyCharacter })), (text) => void read(text)),
  );
});

test('the longest possible field is parsed in linear time', () => {
  for (const chunk of [';', '=', '"', '\\', ' ', 'a=', 'a="', 'a="\\";', '=" ', 'a="b;', 'a= "', 'a=  \t']) {
    read(chunk.repeat(65_536 / chunk.length));
    read(`a="${chunk.repeat(65_536 / chunk.length)}`);
  }
});
