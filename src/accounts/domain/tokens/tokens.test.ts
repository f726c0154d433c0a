import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRuntime } from '#runtime.ts';
import {
  buildNewToken,
  computeChecksum,
  computeDigest,
  createClientId,
  createClientSecret,
  createToken,
  isOfDigest,
  selectLastEight,
} from './tokens.ts';

const runtime = createRuntime();
const old = { runtime, release: { tokenFormat: 'hexadecimal' } } as const;
const later = { runtime, release: { tokenFormat: 'prefixed' } } as const;

test('tokens and client secrets have forty hexadecimal characters, client IDs twenty, and all differ', () => {
  assert.match(createToken(old, 'personal'), /^[0-9a-f]{40}$/);
  assert.match(createToken(old, 'application'), /^[0-9a-f]{40}$/);
  assert.match(createClientSecret(runtime), /^[0-9a-f]{40}$/);
  assert.match(createClientId(runtime), /^[0-9a-f]{20}$/);
  assert.notEqual(createToken(old, 'personal'), createToken(old, 'personal'));
});

test('a prefixed token has a prefix by kind and forty characters', () => {
  assert.match(createToken(later, 'personal'), /^ghp_[0-9A-Za-z]{36}$/);
  assert.match(createToken(later, 'application'), /^gho_[0-9A-Za-z]{36}$/);
  assert.notEqual(createToken(later, 'personal'), createToken(later, 'personal'));
});

test('a prefixed token ends with the checksum of its random characters, like the published sample', () => {
  const token = createToken(later, 'personal');
  assert.equal(token.slice(34), computeChecksum(token.slice(4, 34)));
  const sample = ['ghp_', 'zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ', '0mLq17'] as const;
  assert.equal(computeChecksum(sample[1]), sample[2]);
});

test('a checksum always has six digits', () => {
  assert.equal(computeChecksum(''), '000000');
});

test('a seed makes tokens reproducible', () => {
  for (const { release } of [old, later]) {
    const make = () => createToken({ runtime: createRuntime({ seed: 7 }), release }, 'personal');
    assert.equal(make(), make());
  }
});

test('the stored members of a token are its SHA-256 in hexadecimal and its last eight characters', () => {
  const token = '0123456789abcdef0123456789abcdef01234567';
  assert.equal(computeDigest(token), 'deb87fabd17715bb31ad4cf4ffb9494eeb15f8d33d85b031a301c64ab3417eaa');
  assert.equal(selectLastEight(token), '01234567');
  assert.deepEqual(buildNewToken(token), { hashedToken: computeDigest(token), tokenLastEight: '01234567' });
});

test('matchesHash accepts the secret of the digest only', () => {
  assert.equal(isOfDigest('secret', computeDigest('secret')), true);
  assert.equal(isOfDigest('Secret', computeDigest('secret')), false);
  assert.equal(isOfDigest('secret', 'short'), false);
});
