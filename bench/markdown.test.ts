import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildSummary, formatMarkdownTable, replaceSection } from './markdown.ts';

describe('the tables of the benchmark', () => {
  it('have columns of equal width, and three significant digits', () => {
    const rows = [
      ['get', 1.2345, 26314.2],
      ['form', undefined, Number.NaN],
    ] as const;
    assert.equal(
      formatMarkdownTable({ title: 'Routes', columns: ['', 'on', 'per second'], rows }),
      [
        '**Routes**',
        '',
        '|      |   on | per second |',
        '| ---- | ---: | ---------: |',
        '| get  | 1.23 |      26314 |',
        '| form |      |            |',
        '',
      ].join('\n'),
    );
  });

  it('have a verdict for each figure with a target', () => {
    const { rows } = buildSummary([
      { what: 'a', unit: '×', value: 0.5, target: '≥ 1', isReached: false },
      { what: 'b', unit: '%', value: 7, target: '≤ 8', isReached: true },
      { what: 'c', unit: '', value: 3 },
      { what: 'd', skipped: 'go is not installed' },
    ]);
    assert.deepEqual(rows, [
      ['a', '0.500 ×', '≥ 1', 'NOT REACHED'],
      ['b', '7 %', '≤ 8', 'reached'],
      ['c', '3', undefined, ''],
      ['d', '', '', 'skipped: go is not installed'],
    ]);
  });

  it('replace the text between the markers of a page', () => {
    const before = 'between `<!-- routes -->` and `<!-- end of routes -->`\n<!-- routes -->\n';
    const after = '\n<!-- end of routes -->\nafter\n';
    const replaced = `${before}\nnew\n${after}`;
    assert.equal(replaceSection(`${before}old\n${after}`, 'routes', 'new\n'), replaced);
    assert.equal(replaceSection(before.trimEnd() + after, 'routes', 'new\n'), replaced);
    assert.equal(replaceSection(replaced, 'routes', 'new'), replaced);
    assert.throws(() => replaceSection(replaced, 'scaling', 'new'), /no <!-- scaling -->/);
  });
});
