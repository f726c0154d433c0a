import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildRespond, describeJsonProblem, parseRespond } from './respond.ts';

test('a response that the fields can show is the same after them', () => {
  for (const response of [
    { status: 503, headers: [['Retry-After', '1']], body: 'later' },
    { status: '503:1,200:3', body: '{"a": 1}', type: 'application/json', delay: 0.5 },
    { status: 204, delay: '0.2..0.8' },
    {
      headers: [
        ['X-A', '1'],
        ['X-A', 'b: c'],
      ],
      body: 'x',
      type: 'text/csv',
    },
    { status: 200, json: { a: [1] } },
    { bytes: 100 },
    { base64: 'aGk=' },
  ]) {
    const directives = parseRespond(response);
    assert.ok(directives);
    assert.deepEqual(buildRespond(directives), response);
  }
  assert.deepEqual(parseRespond({ headers: { 'X-A': ['1', '2'] } }), [
    ['header', 'X-A: 1'],
    ['header', 'X-A: 2'],
  ]);
});

test('a response with more than the fields has no directives', () => {
  for (const response of [null, [], [{ status: 200 }], { fault: 'reset' }, { status: 200, cookie: 'a=1' }])
    assert.equal(parseRespond(response), undefined);
});

test('content that is not JSON is described', () => {
  assert.match(describeJsonProblem([['json', '{']]) ?? '', /^is not JSON: /);
  for (const value of ['', '{}', ' [1] ']) assert.equal(describeJsonProblem([['json', value]]), undefined);
  assert.equal(describeJsonProblem([['body', '{']]), undefined);
});
