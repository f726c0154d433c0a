import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toMediaType } from './media-type.ts';

test('the version of the API is named whatever was accepted', () => {
  for (const accept of [
    undefined,
    '',
    '*/*',
    'text/html',
    'application/vnd.github.v3+json',
    'application/vnd.github+json',
  ]) {
    assert.equal(toMediaType(accept), 'github.v3; format=json');
  }
});

test('a preview or a representation that was asked for is named too', () => {
  assert.equal(
    toMediaType('application/vnd.github.damage-preview+json'),
    'github.v3; param=damage-preview; format=json',
  );
  assert.equal(
    toMediaType('text/html, application/vnd.github.v3.full+json'),
    'github.v3; param=full; format=json',
  );
});

test('who asks for the version before this one is told that one', () => {
  assert.equal(toMediaType('application/vnd.github.beta+json'), 'github.beta; format=json');
  assert.equal(toMediaType('application/vnd.github.beta.full+json'), 'github.beta; param=full; format=json');
});
