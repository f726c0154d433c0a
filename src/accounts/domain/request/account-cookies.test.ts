import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '#http/syntax/fields.ts';
import { isAccountCookie, withoutAccountCookies } from './account-cookies.ts';

test('the cookies of the account pages are removed, and nothing else is', () => {
  const fields = (...values: readonly string[]): Field[] => [
    ['A', 'sparring_session=1'],
    ...values.map((value) => ['cOOkie', value] as const),
    ['B', ''],
  ];
  for (const [value, retained] of [
    ['a=1; sparring_session=2; b=3', ['a=1; b=3']],
    ['sparring_session=2; b=3', ['b=3']],
    ['sparring_session=2;__Host-sparring_csrf=1; __Http-Host-sparring_x', []],
    ['__Secure-sparring_a=1;a', ['a']],
    [
      'xsparring_a=1; __-sparring_=2; -sparring_; a=sparring_',
      ['xsparring_a=1; __-sparring_=2; -sparring_; a=sparring_'],
    ],
    ['a =  1 ;b', ['a =  1 ;b']],
    ['', ['']],
  ] as const)
    assert.deepEqual(withoutAccountCookies(fields(value)), fields(...retained), value);
  const other = fields('a=1', 'b=2');
  assert.equal(withoutAccountCookies(other), other);
  const pairs = [
    'sparring_a=1',
    ' \tsparring_',
    '__Host-sparring_a',
    'sparringa',
    'a=sparring_',
    '__Host-a',
    'a __Host-sparring_',
  ];
  assert.deepEqual(pairs.map(isAccountCookie), [true, true, true, false, false, false, false]);
});
