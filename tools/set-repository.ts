import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The path of the Go module before it has a repository. */
const GO_MODULE = /sparring\.example\/integrations\/go|github\.com\/[\w.-]+\/[\w.-]+\/integrations\/go/g;
const BADGES = /^\[!\[CI\].*\n\n/m;

type Change = readonly [file: string, change: (text: string, repository: Repository) => string];

interface Repository {
  /** The owner and the name at GitHub. */
  readonly name: string;
  readonly url: string;
}

const CHANGES: readonly Change[] = [
  ['package.json', withPackageMembers],
  [
    'integrations/pytest/pyproject.toml',
    (text, { url }) =>
      replaceOrInsert(text, /^\[project\.urls\]\n(?:.+\n)+\n/m, /^\[project\.entry-points/m, [
        '[project.urls]',
        `Repository = "${url}"`,
        `Issues = "${url}/issues"`,
        '',
        '',
      ]),
  ],
  [
    'integrations/rust/Cargo.toml',
    (text, { url }) =>
      replaceOrInsert(text, /^repository = .*\n/m, /^readme = /m, [`repository = "${url}"`, '']),
  ],
  ['integrations/junit/pom.xml', withProjectElements],
  ['.github/CODEOWNERS', (_, { name }) => `* @${name.split('/')[0]}\n`],
  [
    'README.md',
    (text, { url }) => {
      const page = `${url}/actions/workflows/ci.yml`;
      return replaceOrInsert(text, BADGES, /^Sparring is /m, [`[![CI](${page}/badge.svg)](${page})`, '', '']);
    },
  ],
];

/**
 * Writes the repository to the files that need it: the manifests of all packages, the module path of Go, the links in the pages
 * of the packages, CODEOWNERS and the badge of the README. Idempotent.
 * @param name - the owner and the name of the repository at GitHub
 * @returns the files that have changed
 */
export function setRepository(root: string, name: string): string[] {
  if (!/^[\w-]+\/[\w.-]+$/.test(name)) throw new Error('name the repository, such as owner/sparring');
  const repository = { name, url: `https://github.com/${name}` };
  const readmes = globSync('integrations/*/README.md', { cwd: root });
  const sources = globSync(['integrations/go/**/*.{go,mod,md}', 'test/integrations/*.ts'], { cwd: root });
  const changes: readonly Change[] = [
    ...CHANGES,
    ...readmes.map((file): Change => [file, withAbsoluteLinks]),
    ...sources.map(
      (file): Change => [file, (text) => text.replace(GO_MODULE, `github.com/${name}/integrations/go`)],
    ),
  ];
  return changes.flatMap(([file, change]) => {
    const full = path.join(root, file);
    const before = existsSync(full) ? readFileSync(full, 'utf8') : '';
    const after = change(before, repository);
    if (after === before) return [];
    writeFileSync(full, after);
    return [file];
  });
}

function withPackageMembers(text: string, { url }: Repository): string {
  const { repository: _, homepage: __, bugs: ___, ...members } = JSON.parse(text);
  const own = {
    repository: { type: 'git', url: `git+${url}.git` },
    homepage: `${url}#readme`,
    bugs: { url: `${url}/issues` },
  };
  const entries = Object.entries(members).flatMap(([name, value]) =>
    name === 'license' ? [[name, value], ...Object.entries(own)] : [[name, value]],
  );
  return `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`;
}

function withProjectElements(text: string, { name, url }: Repository): string {
  const [owner = ''] = name.split('/');
  return replaceOrInsert(text, / {2}<url>(?:.*\n)*? {2}<\/scm>\n/, / {2}<licenses>/, [
    `  <url>${url}</url>`,
    '  <developers>',
    '    <developer>',
    `      <id>${owner}</id>`,
    `      <url>https://github.com/${owner}</url>`,
    '    </developer>',
    '  </developers>',
    '  <scm>',
    `    <connection>scm:git:${url}.git</connection>`,
    `    <url>${url}</url>`,
    '  </scm>',
    '',
  ]);
}

/** Registries show the page of a package without the other files of the repository. */
function withAbsoluteLinks(text: string, { url }: Repository): string {
  return text.replace(
    /\]\((?:\.\.\/\.\.|https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/blob\/main)\//g,
    `](${url}/blob/main/`,
  );
}

/** Replaces what matches by lines; without a match, inserts the lines before another match. */
function replaceOrInsert(text: string, replaced: RegExp, before: RegExp, lines: readonly string[]): string {
  const inserted = lines.join('\n');
  return replaced.test(text)
    ? text.replace(replaced, () => inserted)
    : text.replace(before, (found) => inserted + found);
}

/** Usage: node tools/set-repository.ts owner/sparring */
if (import.meta.main)
  for (const file of setRepository(path.join(import.meta.dirname, '..'), process.argv[2] ?? ''))
    console.log(file);
