import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { installPython } from '../support/programs/python-environment.ts';
import type { Script } from './scripts.ts';

const run = promisify(execFile);
const cache = path.join(import.meta.dirname, '../../node_modules/.cache');

/** A library or a program that the package manager of its language downloads, in the version that its folder locks. */
export interface InstalledClient {
  readonly name: string;
  /** The script that uses it, compiled once in a process; undefined if it cannot be had, and the test is then skipped. */
  readonly open: (t: TestContext) => Promise<Script | undefined>;
}

export const goGithub = installedClient('go-github 28.1.1', () => buildGo('go', '.'));

/** Tests servers of HTTP/2. */
export const h2spec = installedClient('h2spec 2.2.1', () =>
  buildGo('h2spec', 'github.com/summerwind/h2spec/cmd/h2spec'),
);

export const github3Py = installedClient('github3.py 1.3.0', async () => {
  const folder = path.join(import.meta.dirname, 'python');
  const python = await installPython('clients-python', path.join(folder, 'requirements.txt'));
  return python === undefined ? 'pip cannot download github3.py' : [python, path.join(folder, 'client.py')];
});

export const githubApi = installedClient('github-api 1.115 of hub4j', async () => {
  const folder = path.join(import.meta.dirname, 'java');
  for (const program of ['mvn', 'javac'])
    if (!(await succeeds(program, ['-version'], folder))) return `${program} is not installed here`;
  const classes = path.join(cache, 'clients-java');
  const list = path.join(classes, 'classpath');
  const stamp = path.join(classes, 'pom.xml');
  const project = await readFile(path.join(folder, 'pom.xml'), 'utf8');
  if ((await readFile(stamp, 'utf8').catch(() => '')) !== project) {
    await mkdir(classes, { recursive: true });
    // The repository is that of the other tests with Maven.
    const settings = [`-Dmaven.repo.local=${path.join(cache, 'maven')}`, `-Dmdep.outputFile=${list}`];
    const words = ['--batch-mode', '--quiet', ...settings, 'dependency:build-classpath'];
    if (!(await succeeds('mvn', words, folder))) return 'mvn cannot download github-api';
    await writeFile(stamp, project);
  }
  const libraries = await readFile(list, 'utf8');
  await run('javac', ['-cp', libraries, '-d', classes, 'Client.java'], { cwd: folder });
  return ['java', '-cp', [classes, libraries].join(path.delimiter), 'Client'];
});

/** @param name that of the folder with the modules */
async function buildGo(name: string, source: string): Promise<CommandLine | string> {
  const folder = path.join(import.meta.dirname, name);
  if (!(await succeeds('go', ['version'], folder))) return 'go is not installed here';
  // Downloads the modules of the imported packages alone.
  if (!(await succeeds('go', ['list', '-deps', source], folder))) return `go cannot download ${source}`;
  const program = path.join(cache, `clients-${name}/client`);
  await run('go', ['build', '-o', program, source], { cwd: folder });
  return [program];
}

type CommandLine = readonly [command: string, ...args: string[]];

/** @param install returns the command line of the script, or the reason of the skip */
function installedClient(name: string, install: () => Promise<CommandLine | string>): InstalledClient {
  let installed: Promise<CommandLine | string> | undefined;
  return {
    name,
    async open(t) {
      installed ??= install();
      const command = await installed;
      if (typeof command !== 'string') return { commands: [command], installation: `the test of ${name}` };
      t.skip(command);
      return undefined;
    },
  };
}

function succeeds(file: string, args: readonly string[], folder: string): Promise<boolean> {
  return run(file, args, { cwd: folder }).then(
    () => true,
    () => false,
  );
}
