import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { members } from '#test/support/accounts/api.ts';
import { serveControlled } from '#test/support/servers/control.ts';
import { compileParameters, decodePairs } from './parameters.ts';

test('a query parameter of exactly the maximum length is accepted, and one character more is rejected', async (t) => {
  const { control } = await serveControlled(t);
  const longest = '1s'.repeat(20);
  assert.equal(longest.length, 40);
  assert.equal((await control('GET', `/audit?since=${longest}`)).status, 200);
  const longer = await control('GET', `/audit?since=1${longest}`);
  assert.equal(longer.status, 400);
  assert.match(String(members(longer).detail), /since: must be at most 40 characters long/);
});

test('a query parameter without a default is required, unless it is optional', () => {
  const parameters = compileParameters({
    of: Type.String(),
    limit: Type.Integer({ default: 50 }),
    filter: Type.Optional(Type.String()),
  });
  assert.throws(() => decodePairs(parameters, []), {
    status: 400,
    problems: [{ in: 'query', name: 'of', keyword: 'required', message: 'is required' }],
  });
  assert.deepEqual(decodePairs(parameters, [['of', 'status']]), { of: 'status', limit: 50 });
});
