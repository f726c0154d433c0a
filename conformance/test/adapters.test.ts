import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type TestProject, testProject } from '../../test/support/programs/projects.ts';
import { adapterNames, prepareAdapter } from '../../tools/conformance-adapters.ts';
import { openCommand } from '../src/adapter/open-command.ts';
import { type CasePorts, createCasePorts } from '../src/case-port/case-port.ts';
import { checkAdapter } from '../src/check/check-adapter.ts';
import { createRuntime } from '../src/server.ts';
import { resolveCommandLine } from '../src/suite/conformance.ts';
import { protocolErrors } from './protocol-lines.ts';

const root = path.join(import.meta.dirname, '../adapters');
const runtime = createRuntime();

/** Each has a lock file of npm. */
const PROJECTS: Readonly<Record<string, TestProject>> = {
  'javascript/axios': testProject('conformance/adapters/javascript/axios'),
  'javascript/bun': testProject('conformance/adapters/javascript/bun'),
  'javascript/chromium': testProject('conformance/adapters/javascript/chromium'),
  'javascript/got': testProject('conformance/adapters/javascript/got'),
  'javascript/ky': testProject('conformance/adapters/javascript/ky'),
  'javascript/node-fetch-npm': testProject('conformance/adapters/javascript/node-fetch-npm'),
  'javascript/superagent': testProject('conformance/adapters/javascript/superagent'),
  'javascript/undici': testProject('conformance/adapters/javascript/undici'),
};

/** These compile for more than a minute, or download hundreds of files: they are checked when the table of clients is made. */
const NOT_HERE = /^rust\/|^java\/(?!jdk$)/;

/** What else an adapter needs: a command that succeeds, and the reason of a skip where it does not. */
const NEEDS: readonly { of: RegExp; command: readonly [string, ...string[]]; reason: string }[] = [
  { of: /^python\//, command: ['python3', '-m', 'venv', '--help'], reason: 'python3-venv is not installed' },
  { of: /^go\//, command: ['go', 'version'], reason: 'go is not installed' },
  { of: /^java\//, command: ['javac', '-version'], reason: 'javac is not installed here' },
  {
    of: /^perl\//,
    command: ['perl', '-MIO::Socket::SSL', '-e', '1'],
    reason: 'perl with IO::Socket::SSL is not installed',
  },
  { of: /^ruby\//, command: ['ruby', '--version'], reason: 'ruby is not installed' },
  { of: /^php\//, command: ['php', '--version'], reason: 'php is not installed' },
  {
    of: /^php\//,
    command: ['php', '-r', 'exit(extension_loaded("curl") && extension_loaded("mbstring") ? 0 : 1);'],
    reason: 'php-curl is not installed',
  },
  {
    of: /^php\/guzzle$/,
    command: ['php', '-r', 'exit(@include("GuzzleHttp/autoload.php") ? 0 : 1);'],
    reason: 'php-guzzlehttp-guzzle is not installed',
  },
  { of: /^shell\/curl$/, command: ['curl', '--version'], reason: 'curl is not installed' },
  { of: /^shell\/wget$/, command: ['wget', '--version'], reason: 'wget is not installed' },
];

describe('an adapter', () => {
  let casePorts: CasePorts;
  before(async () => {
    casePorts = await createCasePorts({ runtime });
  });
  after(() => casePorts.close());

  for (const name of adapterNames().filter((each) => !NOT_HERE.test(each)))
    it(`${name} makes requests with the version of its lock file`, {
      skip: reasonToSkip(name),
      timeout: 170_000,
    }, async (t) => {
      let command: readonly string[];
      try {
        command = await prepareAdapter(name);
      } catch (error) {
        const reason = obstacleOf(name, String(error));
        if (reason === undefined) throw error;
        return t.skip(reason);
      }
      const opened = await openCommand(resolveCommandLine(command), casePorts.ca, process.env);
      t.after(() => opened.close());
      const { hello, problems, messages } = await checkAdapter(opened.command, casePorts, runtime);
      assert.deepEqual(problems, []);
      assert.deepEqual(protocolErrors(messages), []);
      assert.ok(Object.keys(hello.versions ?? {}).length > 0, 'hello names what the client runs on');
      assert.equal(hello.version, lockedVersion(name) ?? hello.version);
    });
});

function reasonToSkip(name: string): false | string {
  if (name === 'javascript/chromium' && !findChromium()) return 'there is no Chromium';
  const project = PROJECTS[name];
  if (project) return project.skip;
  const missing = NEEDS.find(
    ({ of, command: [file, ...args] }) =>
      of.test(name) && spawnSync(file, args, { stdio: 'ignore' }).status !== 0,
  );
  return missing ? missing.reason : false;
}

function findChromium(): boolean {
  const programs = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', process.env.CHROMIUM ?? ''];
  return programs.some((file) => existsSync(file));
}

/** The reason of a skip, where the machine is the cause. */
function obstacleOf(name: string, error: string): string | undefined {
  if (name.startsWith('python/')) return 'python3-venv is not installed, or pip cannot install packages';
  if (!name.startsWith('go/')) return undefined;
  // Go before 1.21 rejects the line of a newer release; later ones try to download it.
  if (/requires go >=|toolchain not available|invalid go version|download go1\./.test(error))
    return `conformance/adapters/${name} requires a newer go`;
  return /proxy|dial tcp|lookup/.test(error) ? `go cannot download the modules of ${name}` : undefined;
}

/** The version of the client in the lock file; undefined for a client that is part of its language, or of the system. */
function lockedVersion(name: string): string | undefined {
  const [language = '', client = ''] = name.split('/');
  const read = (file: string) => readFileSync(path.join(root, name, file), 'utf8');
  if (PROJECTS[name] && client !== 'chromium') {
    const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(read('package.json'));
    return Object.values(dependencies)[0];
  }
  if (language === 'python') return new RegExp(`^${client}==(.*)$`, 'm').exec(read('requirements.txt'))?.[1];
  if (language === 'go') return new RegExp(`/${client}(?:/v\\d+)? v(\\S+)`).exec(read('go.mod'))?.[1];
  return undefined;
}
