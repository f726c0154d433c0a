import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { chartStyle } from './chart.ts';
import { codeStyle, figureStyle } from './code.ts';
import { switchStyle } from './fields.ts';
import { liveStyle } from './notices.ts';
import { rowStyle } from './rows.ts';
import { footStyle, soloStyle } from './shell.ts';
import { pageStylesheet } from './stylesheet.ts';
import { tileStyle } from './tiles.ts';
import { viewStyle } from './views.ts';

const root = path.join(import.meta.dirname, '../../..');
const PARTS = [
  codeStyle,
  figureStyle,
  liveStyle,
  rowStyle,
  footStyle,
  soloStyle,
  switchStyle,
  tileStyle,
  viewStyle,
  chartStyle,
];

describe('the stylesheet of a page', () => {
  it('has its rules in layers, of which those of the page precede those of the parts', () => {
    const stylesheet = pageStylesheet('.own { margin: 0; }', '.part { margin: 1px; }');
    assert.match(
      stylesheet,
      /^@layer tokens, base, parts, pages, media;\n@layer tokens \{.*@layer base \{.*@layer parts \{.*\.part \{.*@layer pages \{\.own \{ margin: 0; \}\}\n@layer media \{/s,
    );
    assert.doesNotMatch(pageStylesheet(), /@layer pages \{/);
  });

  it('has at most 8 kB with all parts, compressed', () => {
    const size = gzipSync(pageStylesheet('', ...PARTS), { level: 9 }).length;
    assert.ok(size <= 8_000, `${size} bytes`);
  });

  it('of every page uses properties that are declared', () => {
    const files = globSync('{src,conformance/src}/**/*.ts', { cwd: root }).filter(
      (file) => !/\.test\.ts$/.test(file),
    );
    const texts = files.map((file) => readFileSync(path.join(root, file), 'utf8')).join('\n');
    const declared = new Set(
      [...`${pageStylesheet()}${texts}`.matchAll(/(--[\w-]+)(?:: |', )/g)].map(([, name]) => name),
    );
    const used = new Set([...texts.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name));
    assert.deepEqual(
      [...used].filter((name) => !declared.has(name)),
      [],
    );
  });
});
