import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from './support/commands/command.ts';
import { compileCache } from './support/commands/compile-cache.ts';
import { descendants, ended, isListening, isRunning } from './support/commands/processes.ts';
import { holdsFor, until } from './support/until.ts';

const root = path.join(import.meta.dirname, '..');
const words = ['--port', '0'];

/**
 * A clone, and an installed package. The bundle is replaced by one that listens, waits for a signal like the server,
 * and prints its port and process ID; loading the real one would take most of the time of these tests.
 */
async function install(t: TestContext): Promise<string> {
  const home = await temporaryFolder(t);
  const installed = path.join(home, 'node_modules', 'sparring');
  const source = (file: string) => JSON.stringify(pathToFileURL(path.join(root, 'src', file)));
  for (const folder of [home, installed]) {
    await cp(path.join(root, 'bin'), path.join(folder, 'bin'), { recursive: true });
    await mkdir(path.join(folder, 'dist'));
    await writeFile(
      path.join(folder, 'dist', 'cli.js'),
      `import { createServer } from 'node:http';
       import { firstShutdownSignal } from ${source('ops/shutdown.ts')};
       import { createRuntime } from ${source('runtime.ts')};
       export async function main() {
         const signal = firstShutdownSignal({ runtime: createRuntime(), variables: process.env });
         for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
         const server = createServer().listen(0, '127.0.0.1', () =>
           console.log('process ' + process.pid + ' port ' + server.address().port));
         console.log('Closing after ' + (await signal));
         process.exit();
       }`,
    );
  }
  await mkdir(path.join(home, 'tools'));
  await cp(path.join(root, 'tools/start.mjs'), path.join(home, 'tools/start.mjs'));
  await mkdir(path.join(home, 'node_modules', '.bin'));
  await symlink('../sparring/bin/sparring.cjs', path.join(home, 'node_modules', '.bin', 'sparring'));
  const manifest = { name: 'sparring', type: 'module', bin: { sparring: 'bin/sparring.cjs' } };
  await writeFile(path.join(installed, 'package.json'), JSON.stringify(manifest));
  const clone: { scripts: Record<'start' | 'dev', string> } = JSON.parse(
    await readFile(path.join(root, 'package.json'), 'utf8'),
  );
  const scripts = {
    start: clone.scripts.start,
    dev: clone.scripts.dev,
    mock: `sparring ${words.join(' ')}`,
    background: `sparring ${words.join(' ')} & sleep 1`,
  };
  await writeFile(path.join(home, 'package.json'), JSON.stringify({ type: 'module', scripts }));
  return home;
}

interface Started {
  readonly program: ChildProcess;
  /** The process ID of the server. */
  readonly pid: number;
  readonly port: number;
  /** The complete output. */
  text(): string;
  readonly end: Promise<number | NodeJS.Signals | null>;
}

/** Runs a command that starts a server, and resolves when the server listens. */
async function launch(
  t: TestContext,
  home: string,
  [program = '', ...rest]: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Started> {
  const child = spawn(program, rest, {
    cwd: home,
    env: {
      PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
      HOME: home,
      npm_config_update_notifier: 'false',
      npm_config_loglevel: 'error',
      ...compileCache(),
      ...variables,
    },
    // A process group of its own, so that a signal to the group does not reach the tests.
    detached: true,
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
  const end = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.on('exit', (code, signal) => resolve(signal ?? code)),
  );
  let pid = 0;
  t.after(() => {
    for (const each of [pid, child.pid ?? 0]) if (each > 0 && isRunning(each)) process.kill(each, 'SIGKILL');
  });
  for (const limit = Date.now() + 20_000; Date.now() < limit; await sleep(20)) {
    const [, server, port] = /process (\d+) port (\d+)\r?\n/.exec(printed) ?? [];
    if (!server || !port) continue;
    pid = Number(server);
    return { program: child, pid, port: Number(port), text: () => printed, end };
  }
  throw new Error(`No server was started: ${printed}`);
}

async function assertGone({ pid, port }: Started): Promise<void> {
  assert.ok(await ended([pid]), 'the server has ended');
  // The threads of a killed process may end after the main thread.
  await until(async () => !(await isListening(port)));
}

/** Makes Node report an old version to the launcher of the clone, which then starts the Node that `npm ci` installed. */
async function pretendOld(home: string): Promise<Readonly<Record<string, string>>> {
  const file = path.join(home, 'pretend.cjs');
  const version =
    "if (!process.env.SPARRING_RELAUNCHED) Object.defineProperty(process, 'version', { value: 'v20.0.0' });";
  await writeFile(file, version);
  // The files that the launcher looks for in a clone.
  for (const folder of ['src/cli', 'node_modules/commander', 'node_modules/node/bin'])
    await mkdir(path.join(home, folder), { recursive: true });
  await writeFile(path.join(home, 'src/cli/main.ts'), "export * from '../../dist/cli.js';");
  await symlink(process.execPath, path.join(home, 'node_modules/node/bin/node'));
  const command = path.join(home, 'node_modules/.bin/sparring');
  await rm(command);
  await symlink('../../bin/sparring.cjs', command);
  return { NODE_OPTIONS: `--require ${file}` };
}

const start = ['npm', 'start', '--', ...words];

describe('a server ends with its parent process', {
  concurrency: 3,
  skip: process.platform === 'win32',
}, () => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const) {
    it(`npm start, when npm gets ${signal}`, async (t) => {
      const started = await launch(t, await install(t), start);
      started.program.kill(signal);
      await assertGone(started);
    });
  }

  it('npm start, when npm has ended before the server looks', async (t) => {
    const home = await install(t);
    const start = `node tools/start.mjs ${words.join(' ')} >out 2>&1 &`;
    const env = { PATH: process.env.PATH, HOME: home, npm_lifecycle_event: 'start' };
    spawn('sh', ['-c', start], { cwd: home, detached: true, env });
    const printed = () => readFile(path.join(home, 'out'), 'utf8').catch(() => '');
    await until(async () => (await printed()).includes('has ended'));
    const [, pid = ''] = /process (\d+)/.exec(await printed()) ?? [];
    assert.ok(pid === '' || (await ended([Number(pid)])));
  });

  it('npm run dev, when npm gets SIGKILL', { skip: process.platform !== 'linux' }, async (t) => {
    const started = await launch(t, await install(t), ['npm', 'run', 'dev', '--', ...words]);
    const watcher = descendants(started.program.pid ?? 0);
    started.program.kill('SIGKILL');
    assert.ok(await ended(watcher));
    await assertGone(started);
  });

  it('a script of npm, when the shell of the script is killed', {
    skip: process.platform !== 'linux',
  }, async (t) => {
    const started = await launch(t, await install(t), ['npm', 'run', 'mock']);
    const [shell = 0] = descendants(started.program.pid ?? 0);
    process.kill(shell, 'SIGKILL');
    await assertGone(started);
  });

  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    it(`npx and scripts of other packages, when npm gets ${signal}`, async (t) => {
      const home = await install(t);
      for (const command of [
        ['npm', 'run', 'mock'],
        ['npx', '--no', '--', 'sparring', ...words],
      ]) {
        const started = await launch(t, home, command);
        started.program.kill(signal);
        await assertGone(started);
      }
    });

    it(`the launcher of a clone under an old Node, when it gets ${signal}, and when npx does`, async (t) => {
      const home = await install(t);
      const variables = await pretendOld(home);
      for (const command of [
        [process.execPath, 'bin/sparring.cjs', ...words],
        ['npx', '--no', '--', 'sparring', ...words],
      ]) {
        const started = await launch(t, home, command, variables);
        assert.notEqual(started.pid, started.program.pid);
        started.program.kill(signal);
        await assertGone(started);
      }
    });
  }
});

it('an installation ends with the npm that started it', { skip: process.platform !== 'linux' }, async (t) => {
  const home = await temporaryFolder(t);
  for (const part of ['bin', 'tools', 'package.json'])
    await cp(path.join(root, part), path.join(home, part), { recursive: true });
  await writeFile(path.join(home, 'package-lock.json'), '{}');
  await mkdir(path.join(home, 'npm'));
  const slow = '#!/bin/sh\necho "process $$" >&2\nexec sleep 60\n';
  await writeFile(path.join(home, 'npm/npm'), slow, { mode: 0o755 });
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const npm = spawn('sh', ['-c', `npm=$(command -v npm); PATH="${home}/npm:$PATH" exec "$npm" start`], {
      cwd: home,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let printed = '';
    npm.stderr.on('data', (chunk) => {
      printed += chunk;
    });
    await until(() => printed.includes('process '));
    const below = descendants(npm.pid ?? 0);
    t.after(() => below.filter(isRunning).forEach((pid) => void process.kill(pid, 'SIGKILL')));
    npm.kill(signal);
    assert.ok(await ended(below), `${below.length} processes`);
  }
});

describe('a server that is started in the background', {
  concurrency: 4,
  skip: process.platform === 'win32',
}, () => {
  const background = `node bin/sparring.cjs ${words.join(' ')} & sleep 1.5`;

  for (const [name, command] of [
    ['in the background of a shell that ends', ['sh', '-c', background]],
    ['in the background of a script of npm', ['npm', 'run', 'background']],
    ['in a session of its own', ['sh', '-c', `setsid ${background}`]],
  ] as const) {
    it(name, async (t) => {
      const started = await launch(t, await install(t), command);
      await started.end;
      await holdsFor(700, async () => isRunning(started.pid) && (await isListening(started.port)));
    });
  }

  it('with nohup does not end with its terminal', async (t) => {
    const home = await install(t);
    const started = await launch(t, home, ['bash', '-c', `nohup node bin/sparring.cjs ${words.join(' ')}`]);
    process.kill(started.pid, 'SIGHUP');
    await holdsFor(300, () => isListening(started.port));
    process.kill(started.pid, 'SIGTERM');
    await assertGone(started);
  });
});

describe('in a terminal', { skip: process.platform !== 'linux' }, () => {
  const inTerminal = (command: readonly string[]) => [
    'script',
    '--quiet',
    '--return',
    '--command',
    `exec ${command.join(' ')}`,
    '/dev/null',
  ];

  it('Ctrl-C ends npm start and the launcher with one message and code 0', async (t) => {
    const home = await install(t);
    const launcher = path.join(home, 'node_modules/sparring/bin/sparring.cjs');
    const old = await pretendOld(home);
    for (const [command, variables] of [
      [start, {}],
      [['node', launcher, ...words], {}],
      [['node', 'bin/sparring.cjs', ...words], old],
    ] as const) {
      const started = await launch(t, home, inTerminal(command), variables);
      started.program.stdin?.write('\x03');
      assert.equal(await started.end, 0);
      assert.equal(started.text().match(/SIGINT/g)?.length, 1, started.text());
      await assertGone(started);
    }
  });

  it('closing the terminal ends npm start, npx and the launcher', async (t) => {
    const home = await install(t);
    const old = await pretendOld(home);
    for (const [command, variables] of [
      [start, {}],
      [['npx', '--no', '--', 'sparring', ...words], {}],
      [['npx', '--no', '--', 'sparring', ...words], old],
      [['node', 'bin/sparring.cjs', ...words], {}],
    ] as const) {
      const started = await launch(t, home, inTerminal(command), variables);
      started.program.kill('SIGKILL');
      await assertGone(started);
    }
  });
});
