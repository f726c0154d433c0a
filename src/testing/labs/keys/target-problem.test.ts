import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HttpError } from '#http/errors/errors.ts';
import { problemOf, toProblem } from './target-problem.ts';

describe('the problem of a target', () => {
  it('has the sentence of the error and its directives, and any other error is thrown', () => {
    assert.equal(
      problemOf(() => {}),
      undefined,
    );
    const problems = [{ in: 'path', name: 'status', keyword: 'type', message: 'must be a status' }] as const;
    const check = () => {
      throw new HttpError(400, 'status: must be a status', { problems });
    };
    assert.deepEqual(problemOf(check), {
      message: 'status: must be a status',
      step: null,
      directives: [{ name: 'status', message: 'must be a status' }],
    });
    assert.throws(() => toProblem(new TypeError('broken')), { message: 'broken' });
  });
});
