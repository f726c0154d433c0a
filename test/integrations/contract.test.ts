import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { integrations, readContract } from './contract.ts';

/** The test files of each integration. */
const TESTS: Readonly<Record<string, string>> = {
  go: 'tests/*_test.go',
  junit: 'tests/src/test/java/**/*.java',
  pytest: 'tests/test_*.py',
  rust: 'contract/tests/**/*.rs',
};

/** The behaviours that no test proves yet. */
const UNPROVEN: readonly string[] = [];

it('every integration has a test for every behaviour of the contract', (t) => {
  const names = readdirSync(integrations, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const tests = new Map(names.map((name) => [name, testsOf(name)]));
  const missing: string[] = [];
  t.diagnostic(`# name: ${names.join(' ')}`);
  for (const { number, name, test } of readContract()) {
    const cells = names.map((integration) => {
      if (tests.get(integration)?.has(test)) return 'yes';
      missing.push(`${integration} ${number}`);
      return 'NO';
    });
    t.diagnostic(`${number} ${name}: ${cells.join(' ')}`);
  }
  assert.deepEqual(missing, UNPROVEN);
});

/** The names of the functions that are tests of behaviours. */
function testsOf(integration: string): Set<string> {
  const pattern = TESTS[integration];
  assert.ok(pattern, `integrations/${integration} is not in the table of tests`);
  const folder = path.join(integrations, integration);
  const source = globSync(pattern, { cwd: folder })
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n');
  const names = [...source.matchAll(/\b(?:def|fn|func|void) (test_\d\d_\w+)\(/gi)];
  return new Set(names.map(([, name = '']) => name.toLowerCase()));
}
