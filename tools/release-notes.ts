import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Image {
  /** With its digest. */
  readonly name: string;
  /** The base image, with its digest. */
  readonly base: string;
}

/** The text below the first heading of a release in the changelog, and the image of the release. */
export function formatReleaseNotes(changelog: string, image?: Image): string {
  const [, ...sections] = changelog.split(/^## .+\n/m);
  const notes = (sections[0] ?? '').trim();
  return image ? `${notes}\n\n### Image\n\n\`${image.name}\`, built on \`${image.base}\`.` : notes;
}

/** Usage: node tools/release-notes.ts [IMAGE BASE_IMAGE] */
if (import.meta.main) {
  const [name, base] = process.argv.slice(2);
  const changelog = readFileSync(path.join(import.meta.dirname, '..', 'CHANGELOG.md'), 'utf8');
  console.log(formatReleaseNotes(changelog, name && base ? { name, base } : undefined));
}
