import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { parseDocument } from '#config/document.ts';
import { parseDocumentSchedule } from '#control/seed/schedule.ts';
import { converse } from './clients/program.ts';
import { command, temporaryFolder } from './support/commands/command.ts';
import { blocksOf, codeBlocks, type PageOutput, runBlock, runPage } from './support/programs/guide.ts';
import { PYTHON } from './support/programs/installed.ts';
import { testProject } from './support/programs/projects.ts';

const root = path.join(import.meta.dirname, '..');
const npmClients = testProject('test/clients/npm');
const CLIENTS = 'docs/guide/clients.md';
/** Its commands test the project itself, and take half an hour. */
const ARCHITECTURE = 'docs/guide/architecture.md';
/** `recipes.test.ts` executes its scripts. */
const OTHER_LANGUAGES = 'docs/guide/other-languages.md';

/** They prompt for a login, or require TLS on port 443; `test/clients` runs them. */
const NEEDS_A_TERMINAL = /gist-paste|gh auth|ghauth/;

interface Runner {
  readonly extension: string;
  readonly commands: readonly (readonly [command: string, ...words: string[]])[];
  readonly installation: string;
  /** The error of the language for the library that the installation contains. */
  readonly missing?: RegExp;
}

const RUNNERS: Readonly<Record<string, Runner>> = {
  sh: { extension: 'sh', commands: [['sh', '-eu']], installation: 'apt-get install hub' },
  ruby: {
    extension: 'rb',
    commands: [['ruby']],
    installation: 'apt-get install ruby-octokit',
    missing: /cannot load such file -- octokit/,
  },
  python: {
    extension: 'py',
    commands: [[PYTHON]],
    installation: 'apt-get install python3-github',
    missing: /No module named 'github'/,
  },
  perl: {
    extension: 'pl',
    commands: [['perl']],
    installation: 'apt-get install libnet-github-perl',
    missing: /Can't locate Net\/GitHub/,
  },
  js: { extension: 'mjs', commands: [[process.execPath]], installation: 'npm ci --prefix test/clients/npm' },
};

/** Starts the server of a block, and resolves with its host and port. */
async function startPage(t: TestContext, begin: string): Promise<string> {
  const folder = await temporaryFolder(t);
  const [, file = '', content = ''] = /^cat > (\S+) <<'END'\n([\s\S]*?)^END\n/m.exec(begin) ?? [];
  await writeFile(path.join(folder, file), content);
  const words = ['--port', '0', '--database', 'memory', '--password-cost', 'test', '--seed', file];
  const [, host = ''] = await command(t, folder, words).printed(/Docs +http:\/\/(\S+)\/docs/);
  return host;
}

interface Page {
  readonly page: string;
  /** The responses whose head is shown. */
  readonly statuses: readonly (number | readonly number[])[];
  readonly expected: readonly RegExp[];
  /** Blocks that are not run. */
  readonly isSkipped?: (code: string) => boolean;
}

const pages: readonly Page[] = [
  {
    page: 'README.md',
    // The checks of the project itself.
    isSkipped: (code) => code.startsWith('npm test'),
    statuses: [503, 304, 201, 201, 204, [503, 200], 200, 429],
    expected: [
      /"color": "red"/,
      /"authenticated": true/,
      /^event: ping$/m,
      /"target":"\/redirect\/3"/,
      /"scopes":\["gist"\]\}\]\nHTTP/,
      /^curl\S+ +mona +/m,
      /^hel.*exit code 18$/m,
      /^503\n503\n200\n/m,
    ],
  },
  {
    page: 'docs/guide/start.md',
    statuses: [503],
    expected: [/"color": "red"/, /"target":"\/bin\/first\/anything\/users"/],
  },
  {
    page: 'docs/guide/two-factor.md',
    statuses: [201, 200],
    expected: [/"note":"laptop"/],
  },
  {
    page: 'docs/guide/administration.md',
    statuses: [201, 204, 201, 403, 200],
    expected: [
      /Sign in as octocat with the password \S+\n/,
      /"name":"GitHub Site Administrator"/,
      /\nX-GitHub-SSO: required; url=http/,
      /\nX-GitHub-SSO: partial-results; organizations=1\n/,
    ],
  },
  {
    page: 'docs/guide/flows-and-pages.md',
    statuses: [],
    expected: [
      /\/callback\?code=[0-9a-f]{20}&state=xyz\n/,
      /access_token=[0-9a-f]{40}&scope=repo&token_type=bearer/,
      /error=authorization_pending&.*\nerror=slow_down&.*&interval=10\n/,
      /access_token=[0-9a-f]{40}&scope=gist&token_type=bearer\n/,
      /^422\n/m,
      /\/settings\/tokens\?notice=token-deleted\n/,
      /\/settings\/tokens\?notice=token-gone\n$/,
    ],
  },
  {
    page: 'docs/guide/control.md',
    statuses: [403],
    expected: [
      /"status": "ready"/,
      /"now": "2020-11-13T17:29:59\.000Z"/,
      /"now": "2030-01-01T/,
      /"code": "\d{6}"/,
      /"suspended": true/,
      /^report-bot\/1\.0 +mona +- +\d+ +0 /m,
      /"user_agent": "report-bot\/1\.0",\n +"login": "mona"/,
    ],
  },
  {
    page: 'docs/guide/operations.md',
    statuses: [],
    expected: [
      /^Wrote the backup of sparring\.db to copy\.db\.\n/m,
      /^Restored restored\.db from copy\.db\.\n/m,
    ],
  },
  {
    page: 'docs/guide/assert-requests.md',
    statuses: [],
    expected: [
      /"detail": "Waited 1 s for POST \/anything\/users\. 0 of 1 came; 1 request arrived in bin \\"t1\\"\.\\nNearest, #1, \d.* ago: POST \/anything\/users\\n {2}body \.name: expected \\"Mona\\", got \\"mona\\""/,
      /"target":"\/bin\/t1\/anything\/users"/,
    ],
  },
  {
    page: 'docs/guide/labs/faults.md',
    statuses: [],
    expected: [
      /^reset ConnectionError\nchunk:size ChunkedEncodingError\nchunk:no-last ChunkedEncodingError\nlength:less-2 hel\n/m,
      /^ProtocolError\n/m,
      /^reset ECONNRESET\nclose UND_ERR_SOCKET\ntruncate@3 UND_ERR_SOCKET\nhalf-close hello\n/m,
      /^200 0\.[1-9]\d*\n200 \d\.\d+\nslowly/m,
    ],
  },
  {
    page: 'docs/guide/conformance.md',
    statuses: [],
    expected: [/^requirement \d+ of \d+ · 1 recorded without a verdict/m, /^baseline: 0 worse/m],
  },
  { page: 'docs/guide/composition.md', statuses: [503, 429], expected: [/\nRetry-After: 1\n/] },
  {
    page: 'docs/guide/lifecycle.md',
    statuses: [200, 410, 200, 404, 401],
    expected: [
      /^HTTP\/1\.1 200 OK\nDeprecation: Fri, 14 Feb 2020 00:00:00 GMT\nSunset: Fri, 13 Nov 2020 16:00:00 GMT\n/m,
      /\nRetry-After: 10800\n/,
      /mona@example\.com {2}Hi @mona, .*OAuth Authorizations API/,
      /"schedule": "github"/,
    ],
  },
  ...[
    'docs/guide/database.md',
    'docs/guide/fixtures.md',
    'docs/guide/from-other-tools.md',
    'docs/guide/from-test-servers.md',
    'docs/guide/safety.md',
    'docs/reference/commands.md',
    'docs/reference/faults.md',
    'docs/reference/releases.md',
    'docs/reference/settings.md',
  ].map((page) => ({ page, statuses: [], expected: [] })),
  // The other commands of these pages have tests of their own.
  ...[CLIENTS, OTHER_LANGUAGES].map((page) => ({
    page,
    statuses: [],
    expected: [],
    isSkipped: (code: string) => code !== codeBlocks(page, 'sh')[0],
  })),
];

function assertStatuses({ statuses }: PageOutput, expected: Page['statuses']): void {
  const wanted = expected.map((status, index) => {
    const [seen = 0, choice] = [statuses[index], [status].flat()];
    return choice.includes(seen) ? seen : choice[0];
  });
  assert.deepEqual(statuses, wanted);
}

describe('the commands of the pages work when a reader enters them in order', { concurrency: 2 }, () => {
  for (const { page, statuses, expected, isSkipped } of pages) {
    it(page, async (t) => {
      const output = await runPage(t, page, isSkipped && { isSkipped });
      if (!output) return;
      assertStatuses(output, statuses);
      for (const pattern of expected) assert.match(output.printed, pattern);
    });
  }

  it('docs/guide/control.md, in TypeScript', async (t) => {
    const page = 'docs/guide/control.md';
    const [begin = ''] = codeBlocks(page, 'sh').filter((block) => block.includes('cat > accounts.yaml'));
    const [block = ''] = codeBlocks(page, 'ts');
    const { code, err } = await runBlock(t, begin, block);
    assert.deepEqual([code, err], [0, '']);
  });

  it('every guide with commands is tested', () => {
    const guides = globSync('docs/{guide,reference}/*.md', { cwd: root }).filter(
      (page) => codeBlocks(page, 'sh').length > 0,
    );
    const typed = [...pages.map(({ page }) => page), ARCHITECTURE];
    assert.deepEqual(
      guides.filter((guide) => !typed.includes(guide)),
      [],
    );
  });
});

describe('the recipes for real clients work', { concurrency: 2 }, () => {
  const [begin = ''] = codeBlocks(CLIENTS, 'sh');
  const blocks = blocksOf(CLIENTS).filter(
    ({ language, code }) => code !== begin && language !== 'text' && !NEEDS_A_TERMINAL.test(code),
  );
  for (const { language, code } of blocks) {
    const { extension, commands, installation, missing } = RUNNERS[language] ?? {};
    if (!extension || !commands) throw new Error(`${CLIENTS} has a block of ${language}`);
    const [name = ''] = /Octokit::Client|from github|Net::GitHub|hub api|from '([^']+)'/.exec(code) ?? [];
    it(`${language}: ${name}`, async (t) => {
      const home = await temporaryFolder(t);
      const server = await startPage(t, begin);
      if (language === 'js' && npmClients.skip) return t.skip(npmClients.skip);
      await symlink(npmClients.modules, path.join(home, 'node_modules'));
      const file = path.join(home, `recipe.${extension}`);
      const rest = code.includes('auth-basic') ? 'rest17' : 'rest16';
      await writeFile(
        file,
        code.replaceAll('127.0.0.1:8080', server).replace("'@octokit/rest'", `'${rest}'`),
      );
      const printed = await converse(t, {
        commands: commands.map(([command, ...words]) => [command, ...words, file]),
        installation: installation ?? '',
        ...(missing && { missing }),
        home,
        variables: {},
        questions: [],
      });
      if (printed !== undefined) assert.match(printed, /[0-9a-f]{40}|\bmona\b|\[\]/);
    });
  }
});

it('the schedule of the guide is valid', async () => {
  const [yaml = ''] = codeBlocks('docs/guide/lifecycle.md', 'yaml');
  const { authorizations, path_tokens: pathTokens } = parseDocumentSchedule(
    await parseDocument(yaml, 'guide'),
  );
  assert.deepEqual(
    authorizations.map(({ name }) => name),
    ['deprecated', 'brownout', 'removed'],
  );
  assert.equal(pathTokens.length, 1);
});
