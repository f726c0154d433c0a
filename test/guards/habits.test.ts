import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';

const root = path.join(import.meta.dirname, '../..');

interface Line {
  readonly text: string;
  readonly place: string;
  /** All lines of the file, and the index of this one. */
  readonly all: readonly string[];
  readonly index: number;
}

const lines: readonly Line[] = globSync('{src,conformance/src,conformance/test,test,tools,bench}/**/*.ts', {
  cwd: root,
})
  .filter((file) => !file.includes('node_modules') && !file.endsWith('guards/habits.test.ts'))
  .flatMap((file) => {
    const all = readFileSync(path.join(root, file), 'utf8').split('\n');
    return all.map((text, index) => ({ text, place: `${file}:${index + 1}`, all, index }));
  });

/** A literal that is spread, on one line or on several, and is used as it is. */
function isFoldingSpread({ text, all, index }: Line): boolean {
  if (/^\s*\.\.\.(?:\{ .*\}|\[.*\]),$/.test(text)) return true;
  const [, indent, bracket] = /^(\s*)\.\.\.([[{])$/.exec(text) ?? [];
  if (indent === undefined) return false;
  const end = all.slice(index + 1).find((line) => line.startsWith(indent) && !line.startsWith(`${indent} `));
  return end === `${indent}${bracket === '[' ? ']' : '}'},`;
}

describe('a habit that the source does not have', () => {
  const habits: readonly (readonly [name: string, has: (line: Line) => boolean])[] = [
    ['a literal is spread into another one, which only folds lines', isFoldingSpread],
    [
      'a comment begins in the middle of a sentence, and leans on a line near it',
      ({ text }) => /^\s*(?:\/\*\*|\*|\/\/) ?(?:Of|The same)\b/.test(text),
    ],
  ];
  for (const [name, has] of habits)
    it(name, () =>
      assert.deepEqual(
        lines.filter(has).map(({ text, place }) => `${place}: ${text.trim()}`),
        [],
      ),
    );
});
