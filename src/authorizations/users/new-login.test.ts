import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toNewLogin } from './new-login.ts';

test('a login that fits stays as it is', () => {
  for (const login of ['octocat', 'Octo-Cat', '7', 'a'.repeat(39)]) assert.equal(toNewLogin(login), login);
});

test('whatever is neither letter nor digit becomes one hyphen, and none at the ends', () => {
  for (const [asked, login] of [
    ['octo_cat', 'octo-cat'],
    ['octo__cat', 'octo-cat'],
    ['octo.-_cat', 'octo-cat'],
    [' octo cat ', 'octo-cat'],
    ['møna', 'm-na'],
    ['mona@example.com', 'mona-example-com'],
    ['-octo-', 'octo'],
    ['a\0b', 'a-b'],
  ] as const)
    assert.equal(toNewLogin(asked), login, asked);
});

test('what leaves nothing, or more than a login may have, is none', () => {
  for (const asked of ['', '-', '___', '💥', 'a'.repeat(40)])
    assert.equal(toNewLogin(asked), undefined, asked);
});
