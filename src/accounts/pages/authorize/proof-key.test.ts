import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isVerifier, parseChallenge } from './proof-key.ts';

// RFC 7636, appendix B.
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

test('only the verifier of the RFC matches its challenge', () => {
  assert.equal(isVerifier(verifier, { method: 'S256', value: challenge }), true);
  assert.equal(isVerifier(`${verifier.slice(0, -1)}x`, { method: 'S256', value: challenge }), false);
  assert.equal(isVerifier('', { method: 'S256', value: challenge }), false);
  assert.equal(isVerifier(verifier, { method: 'plain', value: verifier }), true);
});

test('a request has a valid challenge, no challenge or an invalid one', () => {
  assert.deepEqual(parseChallenge(challenge, 'S256'), { method: 'S256', value: challenge });
  assert.deepEqual(parseChallenge(challenge, undefined), { method: 'plain', value: challenge });
  assert.equal(parseChallenge(undefined, undefined), null);
  for (const [value, method] of [
    ['short', 'S256'],
    [challenge, 'S512'],
    ['', 'S256'],
    [`${challenge}\n`, 'S256'],
  ])
    assert.equal(parseChallenge(value, method), undefined);
});
