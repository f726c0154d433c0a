import assert from 'node:assert/strict';
import { it } from 'node:test';
import { nearest, suggestion } from './nearest.ts';

const known = ['port', 'port-file', 'host', 'max-body-size', 'seed'];

it('finds the name that a slip of the fingers was meant to be', () => {
  assert.equal(nearest('prot', known), 'port');
  assert.equal(nearest('Hots', known), 'host');
  assert.equal(nearest('max-bodysize', known), 'max-body-size');
  assert.equal(nearest('portfile', known), 'port-file');
});

it('finds nothing where nothing is near', () => {
  assert.equal(nearest('colour', known), undefined);
  assert.equal(nearest('', known), undefined);
  assert.equal(suggestion('colour', known), '');
  assert.equal(suggestion('sed', known), ' (did you mean seed?)');
});
