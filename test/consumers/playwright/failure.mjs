import { expect } from '@playwright/test';
import { createTest, test } from 'sparring/playwright';
import { defineFailingTests, defineStrictTests } from './failing-tests.mjs';

const strict = createTest({ unmatched: 'fail', unused: 'fail' });

defineFailingTests({ test, equal: (received, expected) => expect(received).toBe(expected) });
defineStrictTests({ strict, matching: 1 });

strict('matches after tests that have failed', async ({ sparring }) => {
  expect(sparring.rules.list()).toEqual([]);
});
