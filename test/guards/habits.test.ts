import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';

const root = path.join(import.meta.dirname, '../..');

const lines = globSync('{src,conformance/src,conformance/test,test,tools,bench}/**/*.ts', { cwd: root })
  .filter((file) => !file.includes('node_modules') && !file.endsWith('guards/habits.test.ts'))
  .flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .map((line, index) => ({ line: line.trim(), place: `${file}:${index + 1}` })),
  );

describe('a habit that the source does not have', () => {
  const habits: readonly (readonly [name: string, pattern: RegExp])[] = [
    ['a literal is spread into another one, which only folds lines', /^\.\.\.(?:\{ .*\}|\[.*\]),$/],
    [
      'a comment begins in the middle of a sentence, and leans on a line near it',
      /^(?:\/\*\*|\*|\/\/) ?(?:Of|The same)\b/,
    ],
  ];
  for (const [name, pattern] of habits)
    it(name, () =>
      assert.deepEqual(
        lines.filter(({ line }) => pattern.test(line)).map(({ line, place }) => `${place}: ${line}`),
        [],
      ),
    );
});
