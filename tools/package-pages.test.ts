import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { parseDocument } from 'yaml';
import { PAGES, withAbsoluteLinks } from './package-pages.ts';

const root = path.join(import.meta.dirname, '..');
const BASE = 'https://git.example/owner/sparring';

describe('the pages of the published package', () => {
  for (const page of PAGES)
    it(`${page} has only links to headings, and to files of the release`, () => {
      const text = readFileSync(path.join(root, page), 'utf8');
      const published = withAbsoluteLinks(text, BASE, 'v1.2.3');
      const links = [...published.replace(/```[\s\S]*?```/g, '').matchAll(/\]\(([^)\s]+)\)/g)];
      const relative = links.map(([, link = '']) => link).filter((link) => !/^(?:https?:|#)/.test(link));
      assert.deepEqual(relative, []);
      const files = [
        ...published.matchAll(/git\.example\/owner\/sparring\/(?:blob|raw)\/v1\.2\.3\/([^)#\s]+)/g),
      ];
      for (const [, file = ''] of files) assert.ok(existsSync(path.join(root, file)), file);
      if (page === 'README.md') assert.ok(files.length > 20);
    });

  it('have images that browsers can load', () => {
    const readme = withAbsoluteLinks(readFileSync(path.join(root, 'README.md'), 'utf8'), BASE, 'v1.2.3');
    assert.match(
      readme,
      /^!\[.+\]\(https:\/\/git\.example\/owner\/sparring\/raw\/v1\.2\.3\/docs\/images\/\w+\.png\)$/m,
    );
  });

  it('keep links in code, absolute links and headings', () => {
    const text = '```\n[a](b)\n```\n[c](#d) [e](https://f.example/g) [h\ni](j.md#k)';
    assert.equal(
      withAbsoluteLinks(text, BASE, 'v1.2.3'),
      text.replace('j.md#k', `${BASE}/blob/v1.2.3/j.md#k`),
    );
  });

  it('are written before the package is published', () => {
    const { jobs } = parseDocument(
      readFileSync(path.join(root, '.github/workflows/publish.yml'), 'utf8'),
    ).toJS();
    const commands: string[] = jobs.npm.steps.flatMap(({ run }: { run?: string }) => run ?? []);
    const places = [/package-pages\.ts/, /^npm publish/].map((pattern) =>
      commands.findIndex((command) => pattern.test(command)),
    );
    assert.ok(places.every((place) => place >= 0));
    assert.equal(Math.max(...places), places.at(-1));
  });
});
