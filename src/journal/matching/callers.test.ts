import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, it } from 'node:test';
import { callerOf, parseCallers } from './callers.ts';
import { parseIdempotencyKey } from './idempotency-key.ts';

describe('what distinguishes callers', () => {
  it('is one of the rules', () => {
    assert.deepEqual(['key', 'path', 'connection', 'header:X-User', 'idempotency'].map(parseCallers), [
      { selector: { kind: 'key', field: '' } },
      { selector: { kind: 'path', field: '' } },
      { selector: { kind: 'connection', field: '' } },
      { selector: { kind: 'header', field: 'X-User' } },
      { selector: undefined },
    ]);
    for (const text of ['', 'address', 'header', 'header:', 'header:a b', 'Idempotency', 'idempotency:a'])
      assert.equal(parseCallers(text), undefined, text);
  });

  it('is read from the request, and hashed if it is long', () => {
    const long = 'x'.repeat(255);
    const source = {
      rawFields: ['idempotency-key', '"k"', 'X-User', 'mona', 'X-Long', long, 'X-Longer', `${long}x`],
      path: '/a',
      connectionId: 3,
    };
    for (const [text, caller] of [
      ['key', null],
      ['path', '/a'],
      ['connection', '3'],
      ['header:x-user', 'mona'],
      ['header:X-Other', ''],
      ['header:X-Long', long],
      ['header:X-Longer', `sha256:${hash('sha256', `${long}x`)}`],
      ['idempotency', 'k'],
    ] as const) {
      const callers = parseCallers(text);
      assert.equal(callers && callerOf(callers, source), caller, text);
    }
  });
});

it('Idempotency-Key is a string of at most 255 characters, with or without quotation marks', () => {
  const long = 'x'.repeat(255);
  for (const [value, key] of [
    [undefined, null],
    ['a', 'a'],
    ['"a"', 'a'],
    ['"a \\"b\\" \\\\c"', 'a "b" \\c'],
    ["!#$%&'()*+-./:;<=>?@[]^_`{|}~", "!#$%&'()*+-./:;<=>?@[]^_`{|}~"],
    [long, long],
    [`"${long}"`, long],
  ] as const)
    assert.equal(parseIdempotencyKey(value), key, String(value));
  for (const value of [
    '',
    '""',
    '"',
    '"a',
    'a"',
    ' "a"',
    '"a" ',
    '"a", "b"',
    'a b',
    'a,b',
    '"\\a"',
    'é',
    '"é"',
    'a\té',
    `${long}x`,
    `"${long}x"`,
  ])
    assert.throws(
      () => parseIdempotencyKey(value),
      {
        status: 400,
        message:
          'Idempotency-Key must be one string of 1 to 255 characters, such as "8e03978e-40d5-43dd-bc93-6894a57f9324".',
      },
      value,
    );
});
