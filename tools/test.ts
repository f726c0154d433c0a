import { globSync } from 'node:fs';
import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

/**
 * The whole suite, or the files whose path contains one of the arguments, in this one process: there is no
 * module-level state to keep apart, and a process for each file would cost more than the tests.
 */
const root = path.join(import.meta.dirname, '..');
const wanted = process.argv.slice(2);
const files = globSync('{src,test,tools}/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] })
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .sort()
  .map((file) => path.join(root, file));

if (files.length === 0) {
  console.error(`No test file has ${wanted.join(' or ')} in its path.`);
  process.exit(2);
}

run({ files, isolation: 'none', concurrency: 1 })
  .on('test:fail', ({ todo }) => {
    if (todo === undefined) process.exitCode = 1;
  })
  .compose(spec)
  .pipe(process.stdout);
