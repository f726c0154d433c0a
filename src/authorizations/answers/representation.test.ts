import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRepresentations, toRepresentation } from './representation.ts';

const address = { web: 'https://ghe.example', api: 'https://ghe.example/api/v3' };

function counting() {
  const representations = createRepresentations();
  const made: object[] = [];
  const of = (record: object, at = address) =>
    representations.of(record, at, () => {
      made.push(record);
      return toRepresentation({ ...record, at: at.api });
    });
  return { made, of };
}

test('what is recalled is represented once for each address, and what is the caller’s own each time', () => {
  const { made, of } = counting();
  const recalled = Object.freeze({ id: 1 });
  assert.equal(of(recalled), of(recalled));
  assert.equal(made.length, 1);
  const elsewhere = of(recalled, { ...address, api: 'https://other.example/api/v3' });
  assert.match(elsewhere.content, /other\.example/);
  assert.match(of(recalled).content, /ghe\.example/);
  const own = { id: 1 };
  of(own);
  of(own);
  assert.equal(made.length, 5);
});

test('a tag is of the content alone, the date is that of the record', () => {
  const one = toRepresentation({ id: 1 }, '2020-03-01T09:00:00Z');
  assert.equal(one.lastModified, 'Sun, 01 Mar 2020 09:00:00 GMT');
  assert.match(one.tag, /^"[0-9a-f]{32}"$/);
  assert.equal(one.tag, toRepresentation({ id: 1 }).tag);
  assert.notEqual(one.tag, toRepresentation({ id: 2 }).tag);
});
