import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';

const folder = path.join(import.meta.dirname, '../../docs/decisions');
const records = globSync('[0-9]*.md', { cwd: folder }).sort();

const SECTIONS = ['Context', 'Decision', 'Alternatives', 'Consequences'];

/** A relative link is the same from the record and from the index. */
const STATUS =
  /^Status: (accepted|superseded by \[decision \d+\]\(\d{4}-[\w-]+\.md\))\. Date: \d{4}-\d\d-\d\d\.(?: .+)?$/;

describe('the decision records', () => {
  for (const file of records) {
    it(`${file} has a title with its number, status, date and four sections`, () => {
      const { title, status, sections } = readRecord(file);
      assert.notEqual(title, undefined, `the first line is "# ${Number(file.slice(0, 4))}. Title"`);
      assert.notEqual(status, undefined, 'the third line is "Status: accepted. Date: YYYY-MM-DD."');
      assert.deepEqual(sections, SECTIONS);
    });
  }

  it('are all in docs/decisions/README.md, with number, title and status', () => {
    const rows = readLines('README.md').filter((line) => /^\| \d/.test(line));
    assert.deepEqual(rows, records.map(toRow));
  });
});

function toRow(file: string): string {
  const { title, status } = readRecord(file);
  return `| ${Number(file.slice(0, 4))} | [${title}](${file}) | ${status?.replace('decision ', '')} |`;
}

function readRecord(file: string) {
  const lines = readLines(file);
  return {
    title: new RegExp(`^# ${Number(file.slice(0, 4))}\\. (.+)$`).exec(lines[0] ?? '')?.[1],
    status: STATUS.exec(lines[2] ?? '')?.[1],
    sections: lines.filter((line) => line.startsWith('## ')).map((line) => line.slice(3)),
  };
}

function readLines(file: string): string[] {
  return readFileSync(path.join(folder, file), 'utf8').split('\n');
}
