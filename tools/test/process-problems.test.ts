import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findProblems } from './process-problems.ts';
import type { TestEvent } from './protocol.ts';
import { createResults } from './results.ts';
import { createTranscript } from './transcript.ts';

const outcome = {
  nesting: 0,
  isSuite: false,
  duration: 1,
  location: '',
  skip: undefined,
  todo: undefined,
  error: undefined,
  failureType: undefined,
};
const passed = (name: string): TestEvent => ({ type: 'pass', name, ...outcome });
const collected: TestEvent = { type: 'collected' };

function problemsOf(events: readonly TestEvent[], code: number | null = 0): string[] {
  const transcript = createTranscript(createResults(), { isFiltered: false, print() {} });
  for (const event of events) transcript.take(event);
  return findProblems(transcript, code);
}

it('a process that reports all collected tests has no problem', () => {
  const summary: TestEvent = { type: 'summary', success: true, tests: 2 };
  assert.deepEqual(problemsOf([collected, collected, passed('a'), passed('b'), summary]), []);
});

it('a process that reports fewer tests than it collected is a failure', () => {
  const summary: TestEvent = { type: 'summary', success: true, tests: 1 };
  assert.deepEqual(problemsOf([collected, collected, passed('a'), summary]), [
    '2 tests were collected, and 1 were reported.',
  ]);
});

it('cancelled tests may not be collected, and other tests must be', () => {
  const cancelled: TestEvent = { ...outcome, type: 'fail', name: 'b', failureType: 'cancelledByParent' };
  const summary: TestEvent = { type: 'summary', success: false, tests: 2 };
  assert.deepEqual(problemsOf([collected, passed('a'), cancelled, summary], 1), []);
  assert.deepEqual(problemsOf([collected, collected, passed('a'), cancelled, summary], 1), []);
  assert.deepEqual(problemsOf([passed('a'), cancelled, summary], 1), [
    '0 tests were collected, and 2 were reported.',
  ]);
});

it('a summary with another number of tests than were reported is a failure', () => {
  const summary: TestEvent = { type: 'summary', success: true, tests: 1 };
  assert.deepEqual(problemsOf([collected, collected, passed('a'), passed('b'), summary]), [
    '2 tests were reported, and the summary names 1.',
  ]);
});

it('a process without a summary, or with a code that contradicts it, is a failure', () => {
  assert.deepEqual(problemsOf([collected, passed('a')]), [
    'The process ended with code 0 and without a summary.',
  ]);
  const summary: TestEvent = { type: 'summary', success: true, tests: 1 };
  assert.deepEqual(problemsOf([collected, passed('a'), summary], 7), [
    'All tests passed, but the process ended with code 7.',
  ]);
});
