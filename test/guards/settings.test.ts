import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { type SettingName, settingRows, toKey, toVariable } from '#config/settings/settings.ts';

const root = path.join(import.meta.dirname, '../..');
const files = globSync('{src,test}/**/*.ts', { cwd: root, exclude: ['**/node_modules/**'] });
const tests = read(files.filter((file) => file.endsWith('.test.ts')));
/** The source, except for the rows of the table. */
const source = read(
  files.filter(
    (file) => file.startsWith('src/') && !/\.test\.ts$|^src\/config\/settings\/\w+-settings\.ts$/.test(file),
  ),
);

describe('every duration of the library', () => {
  it('is a number of seconds in the comments of the types', () => {
    const types = ['index', 'data']
      .map((file) => readFileSync(path.join(root, `types/${file}.ts`), 'utf8'))
      .join('');
    const members = [
      ...types.matchAll(/\/\*\*(.*)\*\/\n +(?:readonly )?(\w+)(.*(?:number \| string|\?: number).*)/g),
    ];
    assert.ok(members.length > 20);
    const rejected = members.filter(([, comment = '']) =>
      /\bmilliseconds\b(?! since the epoch)/.test(comment),
    );
    // The unit of a parameter of PostgreSQL, in the URL of the database.
    const inUrl = rejected.filter(
      ([, comment = '']) => !/`\w+_timeout=` in the URL, in milliseconds/.test(comment),
    );
    assert.deepEqual(
      inUrl.map(([, , name]) => name),
      [],
    );
  });
});

describe('every setting', () => {
  it('has a sentence', () => {
    assert.deepEqual(
      settingRows
        .filter(([, { sentence }]) => !/^[A-Z].*\.$/.test(sentence))
        .map(([name]) => `the sentence of ${name} must begin with a capital and end with a full stop`),
      [],
    );
  });

  it('has a key of its own', () => {
    const keys = settingRows.map(([name]) => toKey(name));
    assert.deepEqual(
      keys.filter((key, index) => keys.indexOf(key) !== index),
      [],
      'these are keys of two settings',
    );
  });

  it('is used by its name', () => {
    assert.deepEqual(
      settingRows
        .filter(([name]) => !new RegExp(`[.{,]\\s*${name}\\b`).test(source))
        .map(([name]) => `nothing in src reads options.${name} or settings.${name}`),
      [],
    );
  });

  it('has a test', () => {
    assert.deepEqual(
      settingRows.filter(([name]) => !hasTest(name)).map(([name]) => `no test sets ${name}`),
      [],
    );
  });
});

/** Whether a test sets the setting as an option, a flag, a variable or a key of a file. */
function hasTest(name: SettingName): boolean {
  const [key, variable] = [toKey(name), toVariable(name)];
  return new RegExp(`\\b${name}\\b|--(?:no-)?${key}\\b|\\b${variable}\\b|\\b${key}:`).test(tests);
}

function read(selected: readonly string[]): string {
  return selected.map((file) => readFileSync(path.join(root, file), 'utf8')).join('\n');
}
