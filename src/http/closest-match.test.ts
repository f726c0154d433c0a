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
