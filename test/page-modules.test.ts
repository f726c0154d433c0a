import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { loadedFiles } from './support/commands/loaded-files.ts';

const root = path.join(import.meta.dirname, '..');

/** All page modules import the module of templates, which imports Preact. That of recorded responses imports nothing. */
const OF_PAGES =
  /\/src\/pages\/(?:html|page)\.ts$|\/src\/docs\/pages\/examples\/load-responses\.ts$|\/node_modules\/(?:preact|preact-render-to-string|htm|refractor)\//;

test('a server loads page modules and Preact when a page is requested', async () => {
  const library = path.join(root, 'src/library/index.ts');
  const run = promisify(execFile);
  const source = loadedFiles(`const { start } = await import(${JSON.stringify(library)});`);
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', source], { cwd: root });
  const { atStart, forPage } = JSON.parse(stdout);
  assert.ok(atStart.length > 100);
  assert.deepEqual(
    atStart.filter((file: string) => OF_PAGES.test(file)),
    [],
  );
  // The journal is in memory.
  const stored = [...atStart, ...forPage].filter((file: string) => file.includes('/src/journal/storage/'));
  assert.deepEqual(stored, []);
  assert.ok(forPage.some((file: string) => file.endsWith('/src/pages/html.ts')));
});
