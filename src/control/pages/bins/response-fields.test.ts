import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toFields, toResponse } from './response-fields.ts';

test('a response of the four fields is shown in them again', () => {
  for (const response of [
    { status: 503, headers: [['Retry-After', '1']], body: 'later' },
    { status: '503:1,200:3', body: '{"a": 1}', type: 'application/json', delay: 0.5 },
    { status: 204, delay: '0.2..0.8' },
    {
      status: 200,
      headers: [
        ['X-A', '1'],
        ['X-A', 'b: c'],
      ],
      body: 'x',
      type: 'text/csv',
    },
  ]) {
    const fields = toFields(response);
    assert.ok(fields);
    assert.deepEqual(toResponse(fields), response);
  }
  assert.equal(toFields({ json: { a: 1 } })?.body, '{\n  "a": 1\n}');
  assert.equal(toFields({ headers: { 'X-A': ['1', '2'] } })?.headers, 'X-A: 1\nX-A: 2');
});

test('a response with more than the fields is no response of fields', () => {
  for (const response of [null, [], [{ status: 200 }], { fault: 'reset' }, { status: 200, cookie: 'a=1' }])
    assert.equal(toFields(response), undefined);
});
