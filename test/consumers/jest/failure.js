const { createTest, test } = require('sparring/jest');
const { defineFailingTests, defineStrictTests, defineTimeoutTests } = require('./failing-tests.js');

const strict = createTest({ unmatched: 'fail', unused: 'fail', isolation: 'bin' });

defineFailingTests({ test, equal: (received, expected) => expect(received).toBe(expected) });
defineTimeoutTests({ test, brief: (name, run) => test(name, run, 50) });

describe('concurrent tests that fail for requests without a rule', () =>
  defineStrictTests({ strict: strict.concurrent, matching: 50 }));
