import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The manifests of all packages of a release, and where each contains its version. */
const MANIFESTS: readonly (readonly [file: string, version: RegExp])[] = [
  ['package.json', /^ {2}"version": "([^"]+)"/m],
  ['integrations/pytest/pyproject.toml', /^version = "([^"]+)"/m],
  ['integrations/go/sparringtest/control.go', /^\tversion += "([^"]+)"/m],
  ['integrations/pytest/src/pytest_sparring/server.py', /^VERSION = "([^"]+)"/m],
  ['integrations/junit/src/main/java/dev/sparring/junit/Server.java', / VERSION = "([^"]+)"/],
  ['integrations/rust/Cargo.toml', /^version = "([^"]+)"/m],
  ['integrations/junit/pom.xml', /<artifactId>sparring-junit<\/artifactId>\s*<version>([^<]+)<\/version>/],
];

/** The manifests that name the repository, and where. The path of a Go module contains it. */
const REPOSITORIES: readonly (readonly [file: string, repository: RegExp])[] = [
  ['package.json', /^ {4}"url": "git\+https:\/\/github\.com\/([^"]+)\.git"/m],
  ['integrations/pytest/pyproject.toml', /^Repository = "https:\/\/github\.com\/([^"]+)"/m],
  ['integrations/go/go.mod', /^module github\.com\/(\S+)\/integrations\/go$/m],
  ['integrations/rust/Cargo.toml', /^repository = "https:\/\/github\.com\/([^"]+)"/m],
  ['integrations/junit/pom.xml', /^ {2}<url>https:\/\/github\.com\/([^<]+)<\/url>/m],
];

/**
 * Compares the tag of a release with the version of each package, and with the first section of the changelog.
 * @param repository - the owner and name at GitHub, which each package must name
 * @returns a sentence for each difference
 */
export function findReleaseProblems(root: string, tag: string, repository?: string): string[] {
  const version = /^v(\d+\.\d+\.\d+)$/.exec(tag)?.[1];
  if (version === undefined) return [`${tag} is no tag of a release, such as v1.2.3.`];
  const problems: string[] = [];
  for (const [file, pattern] of MANIFESTS) {
    if (!existsSync(path.join(root, file))) continue;
    const found = pattern.exec(readFileSync(path.join(root, file), 'utf8'))?.[1];
    if (found !== version) problems.push(`${file} has the version ${found ?? '(none)'}, not ${version}.`);
  }
  for (const [file, pattern] of repository === undefined ? [] : REPOSITORIES) {
    if (!existsSync(path.join(root, file))) continue;
    const found = pattern.exec(readFileSync(path.join(root, file), 'utf8'))?.[1];
    if (found !== repository)
      problems.push(
        `${file} has the repository ${found ?? '(none)'}; run: node tools/set-repository.ts ${repository}`,
      );
  }
  const heading = /^## (.+)$/m.exec(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'))?.[1] ?? '';
  const [named, date = ''] = heading.split(' - ');
  if (named !== version || !/^\d{4}-\d{2}-\d{2}$/.test(date))
    problems.push(`CHANGELOG.md begins with "## ${heading}", not with "## ${version} - YYYY-MM-DD".`);
  return problems;
}

/** Usage: node tools/check-release.ts v1.2.3 */
if (import.meta.main) {
  const root = path.join(import.meta.dirname, '..');
  const problems = findReleaseProblems(root, process.argv[2] ?? '', process.env.GITHUB_REPOSITORY);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
