import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { GROUPS, type Guide } from './guide.ts';

/**
 * Returns the guides of `docs/guide` and the pages of `docs/reference` that they refer to, in the order of their groups.
 *
 * Renders the Markdown files on each call. `npm run build` replaces this module by one that contains the rendered guides, so
 * that the published package needs no Markdown parser.
 */
export async function loadGuides(): Promise<readonly Guide[]> {
  const [{ readFrontMatter }, { renderGuide }] = await Promise.all([
    import('./front-matter.ts'),
    import('./render-guide.ts'),
  ]);
  const docs = path.join(import.meta.dirname, '../../../docs');
  const found = await readdir(path.join(docs, 'guide'), { recursive: true });
  const files = [
    ...found
      .filter((file) => file.endsWith('.md') && file !== FOR_CONTRIBUTORS)
      .map((file) => `guide/${file}`),
    ...REFERENCE,
  ].map((file) => file.replaceAll(path.sep, '/'));
  const guides = await Promise.all(
    files.map(async (file) => {
      const name = nameOf(file);
      const [front, markdown] = readFrontMatter(name, await readFile(path.join(docs, file), 'utf8'));
      return {
        order: front.order,
        guide: renderGuide(name, front, markdown, (link) => resolveLink(link, file, files)),
      };
    }),
  );
  return guides
    .sort(
      (one, other) =>
        GROUPS.indexOf(one.guide.group) - GROUPS.indexOf(other.guide.group) || one.order - other.order,
    )
    .map(({ guide }) => guide);
}

const FOR_CONTRIBUTORS = 'architecture.md';
const REFERENCE = ['settings', 'commands', 'faults', 'releases'].map((name) => `reference/${name}.md`);

/** `guide/labs/sequences.md` is `labs-sequences`. */
function nameOf(file: string): string {
  return file
    .replace(/^guide\//, '')
    .replace(/\.md$/, '')
    .replaceAll('/', '-');
}

function resolveLink(link: string, file: string, files: readonly string[]): string | undefined {
  if (/^(?:https?:|#)/.test(link)) return link;
  const [target = '', fragment] = link.split('#');
  const linked = path.posix.join(path.posix.dirname(file), target);
  const openApi = /^reference\/(\w+)\.openapi\.json$/.exec(linked)?.[1];
  if (openApi !== undefined) return `/docs/${openApi}/openapi.json`;
  if (!files.includes(linked)) return undefined;
  return `/docs/guides/${nameOf(linked)}${fragment === undefined ? '' : `#${fragment}`}`;
}
