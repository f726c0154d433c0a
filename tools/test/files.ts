import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { DURATIONS } from './durations.ts';
import { findImporters, readSources } from './sources.ts';

export const projectRoot = path.join(import.meta.dirname, '../..');

/**
 * A resource that the test files of a process share, because its start takes long: the file that starts it, and the number of
 * processes that do. With one process, these files would end last. A file that uses several resources is with those of the first.
 */
const SHARED = [
  // First: two processes that build the package at the same time would remove each other's files.
  { support: 'commands/packed', processes: 1 },
  { support: 'browser/browser', processes: 2 },
  { support: 'databases/postgres', processes: 2 },
].map(({ support, processes }) => ({
  file: path.join(projectRoot, `test/support/${support}.ts`),
  processes,
}));

/** Files that compile, or wait, for minutes. They run first. */
const LONGEST = /^(?:test\/integrations\/|conformance\/test\/mutants)/;

/**
 * Tests of the conformance suite, which the server does not use, and of its command; of tools that no other test uses; of the
 * launcher, of clients, projects and documents; of rules that hold for every endpoint, page or command, for several processes or
 * bodies at full size, for any history of accounts, for every kind of broken connection, or for databases besides SQLite in a
 * file; of the answers of httpbin; of time limits; and of the rarer uses of pages in a browser. They run for many seconds, and
 * fail when the server or the package differs, which the other tests detect sooner. Continuous integration runs them with
 * `--apart`.
 */
export const APART: readonly string[] = [
  'bench/',
  'conformance/',
  'tools/mutate/',
  'tools/clients-table/',
  'tools/fuzz/',
  'tools/test/runner.',
  'tools/torture/',
  'test/clients/',
  'test/integrations/',
  'test/model/',
  'test/parity/',
  'test/head-memory.',
  'test/wire/http1-floods.',
  'test/wire/http2-floods.',
  'test/wire/http2-nghttp2.',
  'test/wire/unread-content.',
  'test/workers/',
  'test/adversarial-values.',
  'test/artefact.',
  'test/assert-requests-guide.',
  'test/browser/accessibility.',
  'test/browser/layouts.',
  'test/browser/shell.',
  'test/browser/theme.',
  'test/code-blocks.',
  'test/consumers.',
  'test/contract/store-memory.',
  'test/contract/store-postgres.',
  'test/copied-assertions.',
  'test/database/black-hole.',
  'test/database/bulk.',
  'test/database/connection-limit.',
  'test/database/failures.',
  'test/database/isolation.',
  'test/database/pgbouncer.',
  'test/database/rejected-page-writes.',
  'test/database/rejected-writes.',
  'test/database/shutdown.',
  'test/database/unusable.',
  'test/examples.',
  'test/executable.',
  'test/faults-leak.',
  'test/from-other-tools.',
  'test/guards/regular-expressions.',
  'test/guides.',
  'test/installed-launcher.',
  'test/lab-guides.',
  'test/large-bodies.',
  'test/launcher.',
  'test/openapi/generators.',
  'test/openapi/lint.',
  'test/page-walks/',
  'test/parent-death.',
  'test/properties.',
  'test/readme-tests.',
  'test/recipes.',
  'test/rejected-bodies-everywhere.',
  'test/rejected-bodies.',
  'test/replay.',
  'test/resets.',
  'test/serve-program.',
  'test/workflows.',
  'src/accounts/domain/sign-in/guesses.',
  'src/server/bin-hosts.',
  'src/cli/control/account-target.',
  'src/cli/commands/run.',
  'src/cli/commands/run-rules.',
  'src/cli/conformance/',
  'src/cli/serve/spread.',
  'src/cli/serve/workers-',
  'src/cli/serve/workers.',
  'src/shared/nodes.',
  'src/http/message/body/body-memory.',
  'src/http/message/representation-everywhere.',
  'src/wire/driver/socket/unsent-bytes.',
  'src/wire/hpack/decoder-memory.',
  'src/wire/http1/decoder-memory.',
  'src/http/server/time-limits.',
  'src/control/operations/requests/requests-await-limit.',
  'src/control/operations/server/reset-under-load.',
  'src/testing/responses/send/pipelining.',
  'src/testing/responses/send/transcripts.',
  'src/rules/import/import-rules.property.',
  'src/rules/record.property.',
  'src/control/pages/inspector/filter-box.',
  'src/control/pages/inspector/inspector-load.',
  'src/control/pages/inspector/inspector-media.',
  'src/control/pages/inspector/inspector-states.',
  'src/control/pages/inspector/inspector-use.',
  'src/control/pages/inspector/inspector-views.',
  'src/control/pages/inspector/inspector-walks.',
  'src/control/pages/panel/panel-page.',
  'src/control/pages/rules/rules-page.',
  'src/docs/curl-command.',
  'src/docs/pages/page-script.',
  'src/testing/endpoints/post-large.',
  'src/testing/endpoints/upload-large.',
];

const isApart = (file: string) => APART.some((start) => file.startsWith(start));

/** The name of the suite of a test file: its path, without `src/` and the ending. */
export function suiteName(file: string): string {
  const relative = path.relative(projectRoot, file).split(path.sep).join('/');
  return relative.replace(/^src\//, '').replace(/(\.test)?\.[cm]?[jt]s$/, '');
}

export interface Selection {
  /** Parts of paths, or paths of files; all test files without any. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Without parts, the files that a run of all tests leaves out, besides the named ones. */
  readonly apart?: boolean;
}

/**
 * The test files of the selection, as absolute paths. A file that exists may lie anywhere and have any name. Without a
 * selection, all files except those of `APART`.
 */
export function findFiles({ include, exclude, apart = false }: Selection): string[] {
  const named = include.filter((part) => /\.[cm]?[jt]s$/.test(part) && existsSync(part));
  const parts = include.filter((part) => !named.includes(part));
  const all = globSync('{src,conformance/src,conformance/test,test,tools,bench}/**/*.test.ts', {
    cwd: projectRoot,
    exclude: (name) => name === 'node_modules',
  }).map((file) => file.split(path.sep).join('/'));
  const found = all.filter((file) =>
    parts.length === 0
      ? isApart(file) === apart && (apart || named.length === 0)
      : parts.some((part) => file.includes(part)),
  );
  const retained = found.filter((file) => !exclude.some((part) => file.includes(part)));
  const files = [
    ...named.map((file) => path.resolve(file)),
    ...retained.map((file) => path.join(projectRoot, file)),
  ];
  return [...new Set(files)].sort();
}

/**
 * The files in the order to run them. Those that share a browser, a database server or a package are in groups for a process each.
 * The longest files and groups begin first, so that all processes finish at about the same time.
 * @param durations seconds by the name of the suite; one second for the others
 */
export function groupFiles(files: readonly string[], durations = DURATIONS): string[][] {
  const sources = readSources(files);
  const users = SHARED.map(({ file }) => findImporters(sources, file));
  const sharing = SHARED.map((): string[] => []);
  const rest: string[] = [];
  for (const file of files) (sharing[users.findIndex((each) => each.has(file))] ?? rest).push(file);
  const isLongest = (file: string) =>
    LONGEST.test(path.relative(projectRoot, file).split(path.sep).join('/'));
  const durationOf = (group: readonly string[]) =>
    group.reduce((total, file) => total + (durations[suiteName(file)] ?? 1), 0);
  const groups = [
    ...SHARED.flatMap(({ processes }, shared) => split(sharing[shared] ?? [], processes)),
    ...rest.filter((file) => !isLongest(file)).map((file) => [file]),
  ]
    .filter((group) => group.length > 0)
    .sort((a, b) => durationOf(b) - durationOf(a));
  return [...rest.filter(isLongest).map((file) => [file]), ...groups];
}

/** In turn, because the long files of a folder are beside each other. */
function split(files: readonly string[], count: number): string[][] {
  return Array.from({ length: count }, (_, group) => files.filter((_, index) => index % count === group));
}
