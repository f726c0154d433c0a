import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The manifests of all packages of a release, and where each contains its version. */
const MANIFESTS: readonly (readonly [file: string, version: RegExp])[] = [
  ['package.json', /^ {2}"version": "([^"]+)"/m],
  ['integrations/pytest/pyproject.toml', /^version = "([^"]+)"/m],
  ['integrations/rust/Cargo.toml', /^version = "([^"]+)"/m],
  ['integrations/junit/pom.xml', /<artifactId>sparring-junit<\/artifactId>\s*<version>([^<]+)<\/version>/],
];

/**
 * Compares the tag of a release with the version of each package, and with the first section of the changelog.
 * @returns a sentence for each difference
 */
export function findReleaseProblems(root: string, tag: string): string[] {
  const version = /^v(\d+\.\d+\.\d+)$/.exec(tag)?.[1];
  if (version === undefined) return [`${tag} is no tag of a release, such as v1.2.3.`];
  const problems: string[] = [];
  for (const [file, pattern] of MANIFESTS) {
    if (!existsSync(path.join(root, file))) continue;
    const found = pattern.exec(readFileSync(path.join(root, file), 'utf8'))?.[1];
    if (found !== version) problems.push(`${file} has the version ${found ?? '(none)'}, not ${version}.`);
  }
  const heading = /^## (.+)$/m.exec(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'))?.[1] ?? '';
  const [named, date = ''] = heading.split(' - ');
  if (named !== version || !/^\d{4}-\d{2}-\d{2}$/.test(date))
    problems.push(`CHANGELOG.md begins with "## ${heading}", not with "## ${version} - YYYY-MM-DD".`);
  return problems;
}

/** Usage: node tools/check-release.ts v1.2.3 */
if (import.meta.main) {
  const problems = findReleaseProblems(path.join(import.meta.dirname, '..'), process.argv[2] ?? '');
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
