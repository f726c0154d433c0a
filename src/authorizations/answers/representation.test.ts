import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toRepresentation } from './representation.ts';

test('a tag is of the content alone, the date is that of the record', () => {
  const one = toRepresentation({ id: 1 }, '2020-03-01T09:00:00Z');
  assert.equal(one.lastModified, 'Sun, 01 Mar 2020 09:00:00 GMT');
  assert.match(one.tag, /^"[0-9a-f]{32}"$/);
  assert.equal(one.tag, toRepresentation({ id: 1 }).tag);
  assert.notEqual(one.tag, toRepresentation({ id: 2 }).tag);
});
