import assert from 'node:assert/strict';
import { test } from 'node:test';
import { members } from '../../../test/support/api.ts';
import { serveControlled } from '../../../test/support/control.ts';

test('a query parameter of exactly the maximum length is accepted, and one character more is rejected', async (t) => {
  const { control } = await serveControlled(t);
  const longest = '1s'.repeat(20);
  assert.equal(longest.length, 40);
  assert.equal((await control('GET', `/audit?since=${longest}`)).status, 200);
  const longer = await control('GET', `/audit?since=1${longest}`);
  assert.equal(longer.status, 400);
  assert.match(String(members(longer).detail), /since: must be at most 40 characters long/);
});
