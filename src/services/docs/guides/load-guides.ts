import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Guide } from './render-guide.ts';

/**
 * Returns the guides of `docs/guide` and the pages of `docs/reference` that they refer to, in the order of their titles.
 *
 * Renders the Markdown files on each call. `npm run build` replaces this module by one that contains the rendered guides, so
 * that the published package needs no Markdown parser.
 */
export async function loadGuides(): Promise<readonly Guide[]> {
  const { renderGuide } = await import('./render-guide.ts');
  const docs = path.join(import.meta.dirname, '../../../../docs');
  const found = await readdir(path.join(docs, 'guide'), { recursive: true });
  const files = [
    ...found
      .filter((file) => file.endsWith('.md') && file !== FOR_CONTRIBUTORS)
      .map((file) => `guide/${file}`),
    ...REFERENCE,
  ].map((file) => file.replaceAll(path.sep, '/'));
  const guides = files.map(async (file) => {
    const markdown = await readFile(path.join(docs, file), 'utf8');
    return renderGuide(nameOf(file), markdown, (link) => toUrl(link, file, files));
  });
  const rendered = await Promise.all(guides);
  return rendered.sort((one, other) => one.title.localeCompare(other.title, 'en'));
}

const FOR_CONTRIBUTORS = 'architecture.md';
const REFERENCE = ['reference/settings.md', 'reference/faults.md', 'reference/releases.md'];

/** `guide/labs/sequences.md` is `labs-sequences`. */
function nameOf(file: string): string {
  return file
    .replace(/^guide\//, '')
    .replace(/\.md$/, '')
    .replaceAll('/', '-');
}

function toUrl(link: string, file: string, files: readonly string[]): string | undefined {
  if (/^(?:https?:|#)/.test(link)) return link;
  const [target = '', fragment] = link.split('#');
  const wanted = path.posix.join(path.posix.dirname(file), target);
  const openApi = /^reference\/(\w+)\.openapi\.json$/.exec(wanted)?.[1];
  if (openApi !== undefined) return `/docs/${openApi}/openapi.json`;
  if (!files.includes(wanted)) return undefined;
  return `/docs/guides/${nameOf(wanted)}${fragment === undefined ? '' : `#${fragment}`}`;
}
