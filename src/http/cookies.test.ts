import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseCookies, toSetCookie } from './cookies.ts';

const read = (value: string) => [...parseCookies(value)];

test('cookies are read in their order, and white space around names and values is not theirs', () => {
  assert.deepEqual(read('b=2; a=1'), [
    ['b', '2'],
    ['a', '1'],
  ]);
  assert.deepEqual(read(' a = 1 ;b=2;'), [
    ['a', '1'],
    ['b', '2'],
  ]);
});

test('the first of repeated names counts', () => {
  assert.deepEqual(read('a=1; a=2'), [['a', '1']]);
});

test('a value may hold the sign that ends the name', () => {
  assert.deepEqual(read('a=b=c'), [['a', 'b=c']]);
});

test('a name alone has an empty value, and a value without a name is passed over', () => {
  assert.deepEqual(read('a; b=; =c; ;; d'), [
    ['a', ''],
    ['b', ''],
    ['d', ''],
  ]);
});

test('a quoted value loses its quotes and escapes, and may hold semicolons', () => {
  assert.deepEqual(read('a="x; y"; b="\\"\\\\"; c="\\303\\251\\073"'), [
    ['a', 'x; y'],
    ['b', '"\\'],
    ['c', 'é;'],
  ]);
});

test('a quote that is not closed at the end of the value is a character like others', () => {
  assert.deepEqual(read('a="x; b=1'), [
    ['a', '"x'],
    ['b', '1'],
  ]);
  assert.deepEqual(read('a="x"y; b=1'), [
    ['a', '"x"y'],
    ['b', '1'],
  ]);
  assert.deepEqual(read('a="'), [['a', '"']]);
});

test('names and values that are not ASCII are UTF-8', () => {
  assert.deepEqual(read('n\xc3\xa4me=v\xc3\xa4lue; b=\xff'), [
    ['näme', 'välue'],
    ['b', '\ufffd'],
  ]);
});

test('names of inherited members are names', () => {
  assert.deepEqual(read('__proto__=1; constructor=2'), [
    ['__proto__', '1'],
    ['constructor', '2'],
  ]);
});

test('no field is no cookies', () => {
  assert.equal(parseCookies(undefined).size, 0);
  assert.equal(parseCookies('').size, 0);
});

test('attributes stand in the order in which Werkzeug writes them', () => {
  const attributes = { path: '/', secure: true, maxAge: 0, expires: 'Thu, 01 Jan 1970 00:00:00 GMT' };
  assert.equal(
    toSetCookie('a', '', attributes),
    'a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; Secure; Path=/',
  );
  assert.equal(toSetCookie('a', '1', { path: '/' }), 'a=1; Path=/');
  const all = { partitioned: true, sameSite: 'Lax', httpOnly: true, domain: 'h', ...attributes };
  assert.equal(
    toSetCookie('a', '', all),
    'a=; Domain=h; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; Secure; HttpOnly; Path=/; SameSite=Lax; Partitioned',
  );
});

test('values with specials are quoted, and each special is three octal digits', () => {
  const cases = [
    ['a b', '"a b"'],
    ['a,b;c', '"a\\054b\\073c"'],
    ['"\\', '"\\"\\\\"'],
    ['é', '"\\303\\251"'],
    ['a\r\nb', '"a\\015\\012b"'],
    ['\x1f\x7f', '"\\037\\177"'],
    ["!#$%&'()*+-./:<=>?@[]^`{|}~", "!#$%&'()*+-./:<=>?@[]^`{|}~"],
  ] as const;
  for (const [value, written] of cases) assert.equal(toSetCookie('n', value, {}), `n=${written}`);
});

test('a name that would change what the field says is none', () => {
  for (const name of ['', ' ', ' a', 'a ', 'a=b', 'a;b', 'a\r\nSet-Cookie: b', 'a\0', '\x7f', '\u2028a']) {
    assert.equal(toSetCookie(name, 'v', {}), undefined, JSON.stringify(name));
  }
});

test('what is written is read back, name and value', () => {
  const text = fc.string({ unit: 'binary' }).map((value) => value.toWellFormed());
  fc.assert(
    fc.property(text, text, (name, value) => {
      const written = toSetCookie(name, value, {});
      if (written === undefined) return;
      assert.match(written, /^[\t\x20-\x7e\x80-\xff]*$/);
      assert.deepEqual(
        read(`first=1; ${written}; last=2`).slice(1, -1),
        name === 'first' || name === 'last' ? [] : [[name, value]],
      );
    }),
  );
});

test('no text makes the reader throw', () => {
  const unit = fc.constantFrom('"', '\\', ';', '=', ' ', 'a', '0', '\xff');
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit }), fc.string({ unit: 'binary' })), (text) => void read(text)),
  );
});

test('the longest field that a head can hold is read in one pass', () => {
  for (const piece of [';', '=', '"', '\\', ' ', 'a=', 'a="', 'a="\\";', '=" ', 'a="b;', 'a= "', 'a=  \t']) {
    read(piece.repeat(65_536 / piece.length));
    read(`a="${piece.repeat(65_536 / piece.length)}`);
  }
});
