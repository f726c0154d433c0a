import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { BANNED, UNFINISHED } from './words.ts';

const root = path.join(import.meta.dirname, '../..');

describe('the words of code and documentation', () => {
  const violations = filesToCheck().flatMap(violationsIn);

  it('are plain technical English: see section "Rules" of CONTRIBUTING.md', () => {
    assert.deepEqual(
      violations.filter(({ file }) => !isUnfinished(file)).map(({ text }) => text),
      [],
    );
  });

  it('are clean in every folder that is not listed as unfinished', () => {
    const finished = UNFINISHED.filter((folder) => !violations.some(({ file }) => unitOf(file) === folder));
    assert.deepEqual(finished, [], 'these are finished: remove them from UNFINISHED in test/guards/words.ts');
  });
});

/** All files except the novel and the images of the testing service, and the list of banned words. */
function filesToCheck(): string[] {
  const patterns = [
    '{src,test,tools,bench,types,bin}/**/*.{ts,js,cjs,mjs,css}',
    'docs/**/*.{md,json}',
    '{README,CONTRIBUTING,CHANGELOG}.md',
  ];
  return globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => !file.startsWith('src/httpbin/assets/') && file !== 'test/guards/words.ts');
}

function violationsIn(file: string): { file: string; text: string }[] {
  const lines = [file, ...readLines(file)];
  return lines.flatMap((line, number) =>
    BANNED.flatMap(([word, instead]) => {
      const found = word.exec(line)?.[0];
      return found === undefined ? [] : [{ file, text: `${file}:${number}: "${found}": use ${instead}` }];
    }),
  );
}

/** No lines for a file that another test has deleted since the files were listed. */
function readLines(file: string): string[] {
  try {
    return readFileSync(path.join(root, file), 'utf8').split('\n');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function unitOf(file: string): string | undefined {
  const matches = UNFINISHED.filter((unit) => file === unit || file.startsWith(`${unit}/`));
  return matches.toSorted((one, other) => other.length - one.length)[0];
}

function isUnfinished(file: string): boolean {
  return unitOf(file) !== undefined;
}
