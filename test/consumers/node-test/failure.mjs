import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { createSparring, sparring } from 'sparring/node-test';
import {
  defineConcurrentTests,
  defineFailingTests,
  defineStrictTests,
  defineTimeoutTests,
} from './failing-tests.mjs';
import { withFixture } from './with-fixture.mjs';

const test = withFixture(sparring);
const strict = withFixture(createSparring({ unmatched: 'fail', unused: 'fail', isolation: 'bin' }));

defineFailingTests({ test, equal: assert.equal });
defineTimeoutTests({ test, brief: withFixture(sparring, { timeout: 50 }) });

describe('concurrent tests without bins', { concurrency: true }, () => defineConcurrentTests({ test }));
describe('concurrent tests that fail for requests without a rule', { concurrency: true }, () =>
  defineStrictTests({ strict, matching: 50 }),
);
