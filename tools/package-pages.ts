import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
/** The pages of the package that contain links to files that are not in it. */
export const PAGES = ['README.md', 'CHANGELOG.md'];

/** Replaces relative links by links to the files of a release in the repository. */
export function withAbsoluteLinks(text: string, repository: string, tag: string): string {
  const parts = text.split(/(```[\s\S]*?```)/);
  return parts
    .map((part) =>
      part.startsWith('```')
        ? part
        : part.replace(
            /(!?)(\[[^\]]*\])\((?!\w+:|#)([^)\s]+)\)/g,
            (_, image: string, label: string, target: string) =>
              `${image}${label}(${repository}/${image ? 'raw' : 'blob'}/${tag}/${target})`,
          ),
    )
    .join('');
}

/** Usage: node tools/package-pages.ts https://github.com/OWNER/NAME v1.2.3, before npm publish. */
if (import.meta.main) {
  const [repository = '', tag = ''] = process.argv.slice(2);
  if (!/^https:\/\/\S+$/.test(repository) || !/^v\d/.test(tag))
    throw new Error('name the URL of the repository and the tag of the release, such as v1.2.3');
  for (const page of PAGES) {
    const file = path.join(root, page);
    writeFileSync(file, withAbsoluteLinks(readFileSync(file, 'utf8'), repository, tag));
  }
}
