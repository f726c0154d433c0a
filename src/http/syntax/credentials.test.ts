import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '#test/support/any-character.ts';
import { basicCredentials, digestParameters, isSameSecret, parseAuthorization } from './credentials.ts';

const basic = (text: string | Buffer) => `Basic ${Buffer.from(text).toString('base64')}`;

test('Basic credentials are split at the first colon, so a password may contain colons', () => {
  assert.deepEqual(basicCredentials(basic('mona:a:b')), { user: 'mona', password: 'a:b' });
});

test('either part of Basic credentials may be empty', () => {
  assert.deepEqual(basicCredentials(basic(':')), { user: '', password: '' });
  assert.deepEqual(basicCredentials(basic('mona:')), { user: 'mona', password: '' });
});

test('the scheme matches in any case and with any number of spaces', () => {
  const encoded = Buffer.from('a:b').toString('base64');
  for (const value of [`basic ${encoded}`, `BASIC    ${encoded}`, `Basic ${encoded} `]) {
    assert.deepEqual(basicCredentials(value), { user: 'a', password: 'b' });
  }
});

test('Basic credentials are UTF-8', () => {
  assert.deepEqual(basicCredentials(basic('möna:pässwörd €')), { user: 'möna', password: 'pässwörd €' });
  assert.equal(basicCredentials(basic(Buffer.from('möna:x', 'latin1'))), undefined);
});

test('other text than the base64 of user, colon and password is invalid', () => {
  const repeated = `${basic('a:b')}, ${basic('c:d')}`;
  const malformed = [
    undefined,
    '',
    'Basic',
    'Basic ',
    'Basic !!!',
    'Basic YTpi YTpi',
    'Bearer YTpi',
    repeated,
  ];
  for (const value of [...malformed, basic('no colon'), basic('a\0:b'), basic('a:b\n')]) {
    assert.equal(basicCredentials(value), undefined, String(value));
  }
});

test('padding is optional, and the URL-safe alphabet is accepted', () => {
  assert.deepEqual(basicCredentials('Basic YTpiYg'), { user: 'a', password: 'bb' });
  assert.deepEqual(basicCredentials('Basic YTo_Pz8-'), { user: 'a', password: '???>' });
});

test('Digest parameters are unquoted, with names in lower case', () => {
  const found = digestParameters(
    'Digest UserName="a \\"b\\" \\\\, c", NC = 00000001 ,qop=auth,, uri="/x?a=1,2"',
  );
  assert.deepEqual(Object.fromEntries(found ?? []), {
    username: 'a "b" \\, c',
    nc: '00000001',
    qop: 'auth',
    uri: '/x?a=1,2',
  });
});

test('a Digest value without quotes is accepted unchanged', () => {
  assert.equal(digestParameters('digest uri=/a/b?c=d, username=mona')?.get('uri'), '/a/b?c=d');
});

test('Digest parameters are decoded as UTF-8 if valid, otherwise as ISO-8859-1', () => {
  assert.equal(digestParameters('Digest username="m\xc3\xb6na"')?.get('username'), 'möna');
  assert.equal(digestParameters('Digest username="m\xf6na"')?.get('username'), 'möna');
});

test('Digest parameters may have names of inherited members', () => {
  const found = digestParameters('Digest __proto__="a", constructor=b');
  assert.deepEqual(
    [...(found ?? [])],
    [
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ],
  );
});

test('a syntax error, a repeated name or another scheme is invalid', () => {
  for (const value of [
    undefined,
    '',
    'Digest',
    'Digest ,',
    'Digest mona',
    'Digest username="mona',
    'Digest username="mona" x',
    'Digest nonce=a, nonce=b',
    'Digest nonce=a, Nonce=b',
    'Basic YTpi',
  ]) {
    assert.equal(digestParameters(value), undefined, String(value));
  }
});

test('any scheme is split from the rest', () => {
  assert.deepEqual(parseAuthorization('Token abc d'), { scheme: 'token', credentials: 'abc d' });
  assert.deepEqual(parseAuthorization('Bearer'), { scheme: 'bearer', credentials: '' });
  assert.deepEqual(parseAuthorization(' Bearer'), { scheme: '', credentials: 'Bearer' });
});

test('any Basic credentials are parsed back unchanged', () => {
  const part = fc.string({ unit: 'grapheme' }).filter((text) => !/\p{Cc}/u.test(text));
  fc.assert(
    fc.property(part, part, (name, password) => {
      const user = name.replaceAll(':', '');
      assert.deepEqual(basicCredentials(basic(`${user}:${password}`)), { user, password });
    }),
  );
});

test('any quoted Digest parameter is parsed back unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
      const value = text.replaceAll(/[\n\r]/g, '');
      const quoted = value.replaceAll(/["\\]/g, '\\$&');
      assert.equal(digestParameters(`Digest a=b, value="${quoted}",c=d`)?.get('value'), value);
    }),
  );
});

test('the parsers never throw', () => {
  const scheme = fc.constantFrom('Basic ', 'Digest ', 'Digest a="', '');
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.string({ unit: fc.constantFrom('"', '\\', ',', '=', 'a', ' ') }),
  );
  fc.assert(
    fc.property(scheme, text, (start, rest) => {
      basicCredentials(start + rest);
      digestParameters(start + rest);
    }),
  );
});

test('the longest possible field is parsed in linear time', () => {
  // A pattern with quadratic backtracking needs minutes for these.
  for (const chunk of [' ', '"', '\\', ',', 'a', '=', 'a=', 'a= ', 'a="', '\t', 'a=" ']) {
    digestParameters(`Digest ${chunk.repeat(65_536)}!`);
    digestParameters(`Digest a=${chunk.repeat(65_536)}"`);
    basicCredentials(`Basic ${chunk.repeat(65_536)}`);
  }
});

test('a secret equals only itself, for any lengths', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
      assert.equal(isSameSecret(one, one), true);
      assert.equal(isSameSecret(one, other), one === other);
    }),
  );
  assert.equal(isSameSecret('', ''), true);
  assert.equal(isSameSecret('secret', 'secret '), false);
  assert.equal(isSameSecret('é', 'e\u0301'), false);
});
