import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isToken } from './token.ts';

test('a token has letters, digits and some marks (RFC 9110 §5.6.2), and nothing else', () => {
  const marks = "!#$%&'*+-.^_`|~";
  for (let code = 0; code < 256; code++) {
    const character = String.fromCharCode(code);
    const isAllowed = /[0-9A-Za-z]/.test(character) || marks.includes(character);
    for (const text of [character, `a${character}`, `${character}a`])
      assert.equal(isToken(text), isAllowed, JSON.stringify(text));
  }
  assert.equal(isToken(''), false);
});
