import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { launcher } from '../support/commands/command.ts';
import { runProgram } from '../support/commands/program.ts';
import { startProgram } from '../support/commands/started-program.ts';
import { codeBlocks } from '../support/programs/guide.ts';
import { output } from '../support/programs/installed.ts';
import {
  integrations,
  NO_COMMAND,
  readBehavioursOfBins,
  readContract,
  SPARRING_RUN,
  startServerWithoutPorts,
} from './contract.ts';
import { javaEquivalents } from './java-equivalents.ts';

const README = 'integrations/junit/README.md';
/** The local repository of Maven, with the packages that the projects name. */
const REPOSITORY = path.join(integrations, '../node_modules/.cache/maven');
/** The oldest version that the extension supports, and the newest one. Other runs use that of the project. */
const OTHER_VERSIONS = [
  { junit: '5.10.5', platform: '1.10.5' },
  { junit: '6.1.3', platform: '6.1.3' },
];

/** The behaviours that depend on the version of JUnit: not how a server is found and started. */
const OF_JUNIT = [
  'test_05',
  'test_09',
  'test_11',
  'test_12',
  'test_13',
  'test_14',
  'test_18',
  'test_21',
  'test_23',
];

const OTHER_TESTS = 'EquivalentsTest,MultipartTest,SecureClientsTest,UserClientTest';

describe('sparring-junit, installed from its jar', { concurrency: 1 }, () => {
  const equivalents = javaEquivalents();
  let folder = '';
  let project: string | undefined;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sparring-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('compiles, with its tests and those of the README', async (t) => {
    for (const program of ['mvn', 'javac'])
      if ((await output(t, program, ['-version'])) === undefined) return;
    const junit = path.join(integrations, 'junit');
    await cp(junit, folder, { recursive: true, filter: (source) => path.basename(source) !== 'target' });
    await maven(t, folder, ['install']);
    project = path.join(folder, 'tests');
    for (const code of codeBlocks(README, 'java')) {
      const [, name = ''] = /^class (\w+)/m.exec(code) ?? [];
      await writeFile(path.join(project, 'src/test/java', `${name}.java`), code);
    }
    await writeFile(path.join(project, 'src/test/java/contract/EquivalentsTest.java'), equivalents.source);
    await maven(t, project, ['test-compile']);
  });

  it('is uploaded with its sources and its documentation, with the credentials of the environment', {
    timeout: 390_000,
  }, async (t) => {
    if (project === undefined) return t.skip('mvn or javac is not installed here');
    // The server takes the part of the repository.
    const { url, control, token } = await (await startProgram(t)).connection;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const call = async (name: string, body: object) => {
      const response = await fetch(control + name, { method: 'POST', headers, body: JSON.stringify(body) });
      assert.ok(response.ok, await response.clone().text());
      return await response.json();
    };
    const id = '28570f16-da32-4c14-bd2e-c1acc0782365';
    const upload = 'POST /api/v1/publisher/upload';
    await call('/rules', { match: upload, respond: { status: 201, body: id } });
    const status = {
      deploymentId: id,
      deploymentName: 'Deployment',
      deploymentState: 'VALIDATED',
      purls: [],
    };
    await call('/rules', { match: 'POST /api/v1/publisher/status', respond: { json: status } });
    const settings = path.join(integrations, '../.github/maven-settings.xml');
    // As in the workflow, without the signatures.
    const words = ['--settings', settings, '--activate-profiles', 'release', 'deploy', '-Dgpg.skip'];
    const variables = { MAVEN_USERNAME: 'mona', MAVEN_PASSWORD: 'secret' };
    await maven(t, folder, [...words, `-DcentralBaseUrl=${url}`], { variables });
    const selection = { match: upload, count: 1 };
    const { requests } = await call('/requests/verify?secrets=show', selection);
    const [{ request }] = requests;
    const sent = new Headers(request.headers);
    assert.equal(sent.get('authorization'), `UserToken ${Buffer.from('mona:secret').toString('base64')}`);
    // The names of the files in the archive are not compressed.
    const archive = Buffer.from(request.body.base64, 'base64').toString('latin1');
    for (const ending of ['.jar', '-sources.jar', '-javadoc.jar', '.pom', '.jar.sha512'])
      assert.ok(archive.includes(`dev/sparring/sparring-junit/0.1.0/sparring-junit-0.1.0${ending}`), ending);
  });

  it('has the behaviours of the contract, and passes the tests of the README and of the guide', {
    timeout: 390_000,
  }, async (t) => {
    if (project === undefined) return t.skip('mvn or javac is not installed here');
    const printed = await maven(t, project, ['test', `-Dtest=ContractTest,${OTHER_TESTS}`]);
    const results = await readResults(project);
    for (const [test, result] of results) assert.equal(result, 'passed', `${test}\n${printed}`);
    const tests = readContract().map(({ test }) => test);
    assert.deepEqual(
      tests.filter((test) => !results.has(test)),
      [],
    );
    // With the tests of the README and of the guide, and the one of a multipart body.
    assert.equal(results.size, tests.length + 5 + equivalents.count, [...results.keys()].join());
  });

  it('has the behaviours of bins at a server that opens no ports for them', {
    timeout: 390_000,
  }, async (t) => {
    if (project === undefined) return t.skip('mvn or javac is not installed here');
    const names = readBehavioursOfBins().map(({ test }) => test);
    const variables = await startServerWithoutPorts(t);
    const printed = await maven(t, project, ['test', `-Dtest=ContractTest#${names.join('*+')}*`], {
      variables,
    });
    const found = await readResults(project);
    assert.deepEqual([...found.keys()].toSorted(), names.toSorted(), printed);
  });

  it('uses one server of sparring run in all processes', { timeout: 390_000 }, async (t) => {
    if (project === undefined) return t.skip('mvn or javac is not installed here');
    const words = ['test', '-Dtest=EquivalentsTest,UserClientTest', '-DforkCount=2', '-DreuseForks=false'];
    await maven(t, project, words, { before: [process.execPath, ...SPARRING_RUN], variables: NO_COMMAND });
    assert.equal((await readResults(project)).size, 1 + equivalents.count);
  });

  for (const { junit, platform } of OTHER_VERSIONS)
    it(`supports JUnit ${junit}`, { timeout: 390_000 }, async (t) => {
      if (project === undefined) return t.skip('mvn or javac is not installed here');
      const versions = [`-Djunit.version=${junit}`, `-Djunit.platform.version=${platform}`];
      await maven(t, project, ['test', `-Dtest=ContractTest#${OF_JUNIT.join('*+')}*`, ...versions]);
    });
});

interface MavenRun {
  readonly variables?: Readonly<Record<string, string>>;
  /** The words before those of Maven. */
  readonly before?: readonly string[];
}

/** What Maven printed; its tests must pass. */
async function maven(
  t: TestContext,
  folder: string,
  words: readonly string[],
  { variables = {}, before = [] }: MavenRun = {},
): Promise<string> {
  const options = ['--batch-mode', '--quiet', `-Dmaven.repo.local=${REPOSITORY}`];
  const env = {
    ...process.env,
    SPARRING_COMMAND: JSON.stringify([process.execPath, launcher]),
    // From source, on a busy machine, a start takes longer than for a user.
    SPARRING_START_TIMEOUT: '120',
    ...variables,
  };
  // The reports of earlier tests.
  await rm(path.join(folder, 'target/surefire-reports'), { recursive: true, force: true });
  const { code, printed } = await runProgram(t, folder, [...before, 'mvn', ...options, ...words], env);
  assert.equal(code, 0, printed);
  return printed;
}

/** The result of each test, from the reports of Maven. */
async function readResults(project: string): Promise<Map<string, string>> {
  const folder = path.join(project, 'target/surefire-reports');
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.xml'));
  const reports = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  const results = new Map<string, string>();
  for (const [, name = '', content = ''] of reports
    .join('\n')
    .matchAll(/<testcase name="(\w+)[^"]*"[^>]*?(?:\/>|>([\s\S]*?)<\/testcase>)/g))
    results.set(name, /<(failure|error|skipped)\b/.exec(content)?.[1] ?? 'passed');
  return results;
}
