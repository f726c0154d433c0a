import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parseArguments } from './arguments.ts';

it('the options for debugging use one process, without a time limit', () => {
  for (const option of ['--inspect', '--inspect-wait']) {
    const { include, nodeOptions, processes, testTimeout, timeLimit } = parseArguments(['etag', option]);
    assert.deepEqual([include, nodeOptions, processes], [['etag'], [option], 1]);
    assert.deepEqual([testTimeout, timeLimit], [86_400_000, 86_400]);
  }
  const { nodeOptions, processes, testTimeout } = parseArguments(['etag']);
  assert.deepEqual([nodeOptions, processes, testTimeout], [[], 5, 120_000]);
});
