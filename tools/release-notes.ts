import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The text below the first heading of a release in the changelog. */
export function toReleaseNotes(changelog: string): string {
  const [, ...sections] = changelog.split(/^## .+\n/m);
  return (sections[0] ?? '').trim();
}

/** Usage: node tools/release-notes.ts */
if (import.meta.main)
  console.log(toReleaseNotes(readFileSync(path.join(import.meta.dirname, '..', 'CHANGELOG.md'), 'utf8')));
