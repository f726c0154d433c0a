import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRuntime } from '../runtime.ts';
import {
  createClientId,
  createClientSecret,
  createToken,
  isOfDigest,
  toDigest,
  toLastEight,
} from './tokens.ts';

const runtime = createRuntime();

test('tokens and client secrets are forty hexadecimal characters, client ids twenty, and no two are alike', () => {
  assert.match(createToken(runtime), /^[0-9a-f]{40}$/);
  assert.match(createClientSecret(runtime), /^[0-9a-f]{40}$/);
  assert.match(createClientId(runtime), /^[0-9a-f]{20}$/);
  assert.notEqual(createToken(runtime), createToken(runtime));
});

test('a seed makes tokens repeatable', () => {
  assert.equal(createToken(createRuntime({ seed: 7 })), createToken(createRuntime({ seed: 7 })));
});

test('a token is kept as the hexadecimal SHA-256 of its text, and its last eight characters', () => {
  const token = '0123456789abcdef0123456789abcdef01234567';
  assert.equal(toDigest(token), 'deb87fabd17715bb31ad4cf4ffb9494eeb15f8d33d85b031a301c64ab3417eaa');
  assert.equal(toLastEight(token), '01234567');
});

test('a secret is of its own digest alone', () => {
  assert.equal(isOfDigest('secret', toDigest('secret')), true);
  assert.equal(isOfDigest('Secret', toDigest('secret')), false);
  assert.equal(isOfDigest('secret', 'short'), false);
});
