import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';

const root = path.join(import.meta.dirname, '../..');
const folder = 'docs/decisions';
const records = globSync(`${folder}/[0-9]*.md`, { cwd: root })
  .map((file) => path.basename(file))
  .sort();
const numbers = new Set(records.map(numberOf));

/** The rows of the table: number, title, file, and the numbers that the record replaces. */
const rows = [
  ...read(`${folder}/README.md`).matchAll(/^\| (\d+) \| \[(.*)\]\((\S+)\) \| ([\d, ]*) ?\|$/gm),
].map(([, number, title, file, replaced = '']) => ({
  number: Number(number),
  title,
  file,
  replaced: [...replaced.matchAll(/\d+/g)].map(([found]) => Number(found)),
}));

const MAX_WORDS = 600;
const SECTIONS = ['Context', 'Decision', 'Alternatives', 'Consequences'];

describe('the table of decisions', () => {
  it('has each record once, with its number and its title, by number', () => {
    assert.deepEqual(
      rows.map(({ number, title, file }) => ({ number, title, file })),
      records.map((file) => ({ number: numberOf(file), title: titleOf(file), file })),
    );
  });

  it('replaces no number that is a record', () => {
    const replaced = rows.flatMap((row) => row.replaced);
    assert.deepEqual(
      replaced.filter((number) => numbers.has(number)),
      [],
    );
  });
});

describe('a decision record', () => {
  for (const record of records) {
    it(`${record} has the form of a record, and at most ${MAX_WORDS} words`, () => {
      const text = read(`${folder}/${record}`);
      assert.deepEqual(
        [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading),
        SECTIONS,
      );
      assert.match(text, /^Status: accepted(?:\. |\n\n)Date: \d{4}-\d\d-\d\d\b/m);
      assert.ok(text.trim().split(/\s+/).length <= MAX_WORDS);
    });
  }
});

it('every reference names a record that exists', () => {
  const files = globSync(
    '{*.md,.ci/*,{docs,src,test,tools,bench,bin,types,conformance,integrations}/**/*.{ts,cjs,mjs,md,py,go,rs,java,yml}}',
    { cwd: root, exclude: ['**/node_modules/**', '**/node_modules'] },
  );
  const broken = files
    .filter((file) => file !== `${folder}/README.md`)
    .flatMap((file) => referencesOf(read(file)).map((reference) => `${file}: ${reference}`));
  assert.deepEqual(broken, []);
});

/** The references of a text to records that do not exist: links, and numbers behind the word. */
function referencesOf(text: string): string[] {
  const links = [...text.matchAll(/\bdecisions\/(\d{4}[\w-]*\.md)/g)]
    .map(([, file = '']) => file)
    .filter((file) => !records.includes(file));
  const named = [...text.matchAll(/\b[Dd]ecisions?[\s[]+(\d+)\b(?![-\d])/g)]
    .map(([, number = '']) => number)
    .filter((number) => !numbers.has(Number(number)));
  return [...links, ...named];
}

function numberOf(file: string): number {
  return Number(file.slice(0, 4));
}

function titleOf(file: string): string | undefined {
  return new RegExp(`^# ${numberOf(file)}\\. (.*)$`, 'm').exec(read(`${folder}/${file}`))?.[1];
}

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}
