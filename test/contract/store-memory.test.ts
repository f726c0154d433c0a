import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, mock } from 'node:test';
import { storeContract } from './store.ts';

const { prepare } = DatabaseSync.prototype;
const texts = new Set<string>();
mock.method(DatabaseSync.prototype, 'prepare', function (this: DatabaseSync, text: string) {
  texts.add(text);
  return prepare.call(this, text);
});

storeContract({ name: 'SQLite in memory', isShared: false, concurrency: 1, open: async () => 'memory' });

// Prepared statements are kept, so a value in their text would fill the memory.
after(() => {
  const withoutValues = (text: string) => text.replaceAll(/\d+|'[^']*'/g, '?');
  const alike = Map.groupBy(texts, withoutValues);
  assert.ok(alike.size > 100, `${alike.size} statements`);
  for (const [text, all] of alike) assert.equal(all.length, 1, text);
});
