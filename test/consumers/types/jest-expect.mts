import { expect as moduleExpect } from '@jest/globals';
import { expect, test } from 'sparring/jest';

test('has the matchers of Jest and those for requests', async ({ sparring }) => {
  expect((await fetch(sparring.url)).status).toBe(200);
  expect([1]).toContain(1);
  expect(sparring).toHaveReceivedTimes('/x', 0);
  expect(sparring.journal).not.toHaveReceived({ path: '/x' });
  moduleExpect(sparring).toHaveReceivedTimes('/x', 0);
  moduleExpect(sparring.bin('one')).not.toHaveReceived('/x');
  // @ts-expect-error not a number
  expect(sparring).toHaveReceivedTimes({}, '1');
  // @ts-expect-error not a number
  moduleExpect(sparring).toHaveReceivedTimes({}, '1');
});
