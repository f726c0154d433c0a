import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';

const root = path.join(import.meta.dirname, '../..');
const pages = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...globSync(['docs/**/*.md', 'conformance/{,results/}README.md'], { cwd: root }),
];

describe('the links between pages', () => {
  for (const page of pages) {
    it(`${page} has no broken link`, () => {
      assert.deepEqual(
        linksOf(page).filter((link) => !isThere(page, link)),
        [],
      );
    });
  }

  it('the README links to every guide', () => {
    const led = linksOf('README.md').map((link) => link.split('#', 1)[0]);
    const missing = globSync('docs/guide/*.md', { cwd: root }).filter((guide) => !led.includes(guide));
    assert.deepEqual(missing, []);
  });
});

function linksOf(page: string): string[] {
  const text = readFileSync(path.join(root, page), 'utf8').replace(/```[\s\S]*?```/g, '');
  return [...text.matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)].map(([, link = '']) => link);
}

function isThere(page: string, link: string): boolean {
  const [target = '', heading] = link.split('#');
  const file = target === '' ? page : path.join(path.dirname(page), target);
  if (!existsSync(path.join(root, file))) return false;
  return heading === undefined || headingsOf(file).includes(heading);
}

/** The format of anchors: in lower case, without punctuation, with hyphens for spaces. */
function headingsOf(page: string): string[] {
  const text = readFileSync(path.join(root, page), 'utf8').replace(/```[\s\S]*?```/g, '');
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
