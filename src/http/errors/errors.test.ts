import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toProblemDetails } from '../message/problem-details.ts';
import {
  bodyMemoryExhausted,
  bodyTooLarge,
  HttpError,
  invalidInput,
  methodNotAllowed,
  notFound,
  tunnelNotServed,
} from './errors.ts';

test('errors have a status, a sentence and the fields that the status requires', () => {
  const close = ['Connection', 'close'];
  for (const [error, status, message, fields] of [
    [notFound(), 404, 'Nothing is served at this path.', []],
    [methodNotAllowed('GET, HEAD'), 405, 'This path supports GET, HEAD.', [['Allow', 'GET, HEAD']]],
    [tunnelNotServed(), 501, 'CONNECT is not supported.', []],
    [bodyTooLarge(7), 413, 'The body is larger than 7 bytes, the maximum for this path.', [close]],
    [
      bodyMemoryExhausted(),
      503,
      'The memory for request bodies is exhausted. Repeat the request later.',
      [['Retry-After', '1'], close],
    ],
  ] as const) {
    assert.ok(error instanceof HttpError);
    assert.deepEqual([error.status, error.message, error.fields], [status, message, fields]);
    assert.deepEqual([error.name, error.problems, 'cause' in error], ['HttpError', [], false]);
  }
});

test('problems of several inputs are one sentence, and all are in the problem details', () => {
  const problems = [
    { in: 'query', name: 'a', keyword: 'type', message: 'must be integer' },
    { in: 'body', name: '', keyword: 'type', message: 'must be object' },
  ] as const;
  const error = invalidInput(problems);
  assert.deepEqual(toProblemDetails(error), {
    type: 'about:blank',
    title: 'Bad Request',
    status: 400,
    detail: 'a: must be integer; body: must be object',
    errors: problems,
  });
  assert.equal('errors' in toProblemDetails(notFound()), false);
  const cause = new Error('x');
  const wrapped = new HttpError(500, 'm', { cause, detail: 'd', extra: 1, members: { a: 2 } });
  assert.deepEqual(
    [wrapped.cause, wrapped.detail, wrapped.extra, wrapped.members],
    [cause, 'd', 1, { a: 2 }],
  );
});
