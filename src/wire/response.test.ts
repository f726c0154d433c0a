import assert from 'node:assert/strict';
import { test } from 'node:test';
import { permitsContent } from './response.ts';

test('a response has content, unless it is informational, 204 or 304', () => {
  for (const status of [100, 101, 199, 204, 304]) assert.equal(permitsContent(status), false, String(status));
  for (const status of [200, 203, 205, 303, 305, 999])
    assert.equal(permitsContent(status), true, String(status));
});
