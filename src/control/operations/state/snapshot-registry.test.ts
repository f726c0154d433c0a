import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createLocalState } from '#shared/local-state.ts';
import { SnapshotRegistry } from './snapshot-registry.ts';

it('a snapshot that cannot be taken does not count to the limit', async () => {
  const registry = new SnapshotRegistry(
    {
      snapshot: () => Promise.reject(new Error('The database is full')),
      restore: () => assert.fail('nothing is restored'),
      deleteSnapshot: () => assert.fail('nothing is deleted'),
    },
    createLocalState(),
  );
  for (let attempt = 0; attempt < 20; attempt++) await assert.rejects(registry.take(), /database is full/);
  assert.deepEqual(registry.list(), []);
});
