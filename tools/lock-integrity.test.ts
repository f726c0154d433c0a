import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';

it('the lock file has the hash of each package, on all platforms', () => {
  const { packages }: { packages: Record<string, { integrity?: string; link?: true }> } = JSON.parse(
    readFileSync(path.join(import.meta.dirname, '../package-lock.json'), 'utf8'),
  );
  // The others are the project, and its workspace packages.
  const entries = Object.entries(packages).filter(([name, { link }]) => /node_modules\//.test(name) && !link);
  assert.ok(entries.length > 200);
  const missing = entries.filter(([, { integrity = '' }]) => !/^sha512-/.test(integrity));
  assert.deepEqual(
    missing.map(([name]) => name),
    [],
  );
});
