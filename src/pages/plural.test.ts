import assert from 'node:assert/strict';
import { it } from 'node:test';
import { plural } from './plural.ts';

it('a number has its noun in the singular or the plural', () => {
  assert.deepEqual(
    [plural(0, 'request'), plural(1, 'request'), plural(2, 'request'), plural(1234, 'entry', 'entries')],
    ['0 requests', '1 request', '2 requests', '1,234 entries'],
  );
  assert.equal(plural(1, 'entry', 'entries'), '1 entry');
});
