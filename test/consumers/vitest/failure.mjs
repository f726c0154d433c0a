import { createTest, test } from 'sparring/vitest';
import { describe, expect } from 'vitest';
import {
  defineConcurrentTests,
  defineFailingTests,
  defineStrictTests,
  defineTimeoutTests,
} from './failing-tests.mjs';

const strict = createTest({ unmatched: 'fail', unused: 'fail', isolation: 'bin' });

defineFailingTests({ test, equal: (received, expected) => expect(received).toBe(expected) });
defineTimeoutTests({ test, brief: (name, run) => test(name, run, 50) });

describe.concurrent('concurrent tests without bins', () => defineConcurrentTests({ test }));
describe.concurrent('concurrent tests that fail for requests without a rule', () =>
  defineStrictTests({ strict, matching: 50 }));
