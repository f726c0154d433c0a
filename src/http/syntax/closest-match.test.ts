import assert from 'node:assert/strict';
import { it } from 'node:test';
import { closestMatch, didYouMean } from './closest-match.ts';

const known = ['port', 'port-file', 'host', 'max-body-size', 'seed'];

it('finds the known name for a typing error', () => {
  assert.equal(closestMatch('prot', known), 'port');
  assert.equal(closestMatch('Hots', known), 'host');
  assert.equal(closestMatch('max-bodysize', known), 'max-body-size');
  assert.equal(closestMatch('portfile', known), 'port-file');
});

it('finds nothing if no name is similar', () => {
  assert.equal(closestMatch('colour', known), undefined);
  assert.equal(closestMatch('', known), undefined);
  assert.equal(didYouMean('colour', known), '');
  assert.equal(didYouMean('sed', known), ' (did you mean seed?)');
});

it('allows one typing error, and one for each three characters of a longer name', () => {
  for (const [wrong, name, isSimilar] of [
    ['ab', 'a', true],
    ['ab', 'ax', true],
    ['ab', 'xy', false],
    ['abcde', 'abcd', true],
    ['abcde', 'abc', false],
    ['abcde', 'abxye', false],
    ['abcdef', 'abxyef', true],
    ['abcdef', 'axyzef', false],
    ['abcdef', 'abcdefgh', true],
    ['abcdef', 'abcdefghi', false],
    // Two adjacent characters in the wrong order are one error.
    ['abcde', 'abdce', true],
    ['abcdef', 'bacdfe', true],
    ['abcdef', 'badcfe', false],
    ['abcde', 'adcbe', false],
    ['aab', 'abc', false],
    ['aab', 'aca', false],
    ['ABCDE', 'abcdX', true],
  ] as const)
    assert.equal(closestMatch(wrong, [name]), isSimilar ? name : undefined, `${wrong} ${name}`);
  assert.equal(closestMatch('abcdef', ['abcxyf', 'abcdxf', 'xbcdef']), 'abcdxf');
});
