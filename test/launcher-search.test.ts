import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { command, type RunOptions, run } from './support/commands/command.ts';
import { fakeNpx, install, npx, pretend } from './support/commands/launcher.ts';
import { descendants, ended } from './support/commands/processes.ts';
import { until } from './support/until.ts';

/** A launcher that has started its watchdog and waits for npx, which waits for a child process. */
async function download(t: TestContext, home: string, file: string) {
  const started = path.join(home, 'started');
  await rm(started, { force: true });
  const script = `/bin/sleep 60 &\necho "$$ $! " >'${started}'\nwait`;
  const variables = await fakeNpx(home, script);
  const running = command(t, home, [], { file, node: await pretend(home, 'v20.0.0'), variables });
  let pids: number[] = [];
  await until(() => {
    pids = existsSync(started) ? readFileSync(started, 'utf8').trim().split(' ').map(Number) : [];
    return pids.length === 2 && isWatched(running.process.pid ?? 0);
  });
  return { running, pids };
}

/** Whether npx, its child process and the watchdog are running. On other systems than Linux, this is unknown. */
function isWatched(launcher: number): boolean {
  return process.platform !== 'linux' || descendants(launcher).length >= 3;
}

describe('the launcher with an old Node', { skip: process.platform === 'win32' }, () => {
  it('prints one line about it, and uses the Node of npx', async (t) => {
    const { home, file } = await install(t);
    const options = { file, node: await pretend(home, 'v20.20.2'), variables: await npx(home) };
    const { code, out, err } = await run(t, home, ['--port', '0'], options);
    assert.deepEqual([code, out], [3, `${JSON.stringify([process.version, '--port', '0'])}\n`]);
    assert.match(
      err,
      /^sparring: Node 20\.20\.2 is too old; running under Node 26, which npx downloads once[^\n]+\n$/,
    );
    // A package without install scripts.
    const requested = await readFile(path.join(home, 'asked'), 'utf8');
    assert.match(requested, /--package=node-(?:bin-)?[\w-]+@26\.\d+\.\d+ node -p process\.execPath\n$/);
  });

  it('names a Node that it has found at the start of a server only', async (t) => {
    const { home, file } = await install(t);
    const folder = path.join(home, 'nvm/versions/node/v26.1.0/bin');
    await mkdir(folder, { recursive: true });
    await symlink(process.execPath, path.join(folder, 'node'));
    const variables = { PATH: home, NVM_DIR: path.join(home, 'nvm') };
    const options = { file, node: await pretend(home, 'v20.0.0'), variables };
    const print = async (...words: string[]) => {
      const { code, err } = await run(t, home, words, options);
      assert.equal(code, 3, err);
      return err;
    };
    const line = /^sparring: Node 20\.0\.0 is too old; running under Node 26\.1\.0 at [^\n]+\n$/;
    for (const words of [[], ['serve'], ['--port', '0'], ['serve', '--tls']])
      assert.match(await print(...words), line);
    for (const words of [['run', '--', 'true'], ['requests'], ['--version'], ['serve', '--help'], ['-h']])
      assert.equal(await print(...words), '', words.join(' '));
  });

  it('ends by a signal that arrives while npx downloads, and npx ends too', async (t) => {
    const { home, file } = await install(t);
    for (const sent of ['SIGTERM', 'SIGKILL'] as const) {
      const { running, pids } = await download(t, home, file);
      running.process.kill(sent);
      const { code, signal } = await running.finish;
      assert.deepEqual([code, signal], [null, sent]);
      assert.ok(await ended(pids), sent);
    }
  });

  it('prints the reason of a failed download in one line', async (t) => {
    const { home, file } = await install(t);
    const node = await pretend(home, 'v20.0.0');
    const reasons: [script: string, reason: RegExp][] = [
      [
        'printf "npm error code EAI_AGAIN\\nnpm error errno\\n" >&2; exit 1',
        /\(no network, EAI_AGAIN\)\. Install /,
      ],
      [
        'echo "npm ERR! code EROFS" >&2; exit 226',
        /\(the cache of npm is on a read-only file system, EROFS\)\. /,
      ],
      [
        'echo "node: error while loading shared libraries: libatomic.so.1: cannot open shared object file" >&2; exit 127',
        /the Node 26 of npx needs the library libatomic\.so\.1\. Install its package, which is libatomic1 /,
      ],
      ['exit 1', /npx could not download Node 26\. Install /],
      ['echo', /npx could not download Node 26\. Install /],
    ];
    for (const [script, reason] of reasons) {
      const { code, out, err } = await run(t, home, [], {
        file,
        node,
        variables: await fakeNpx(home, script),
      });
      assert.deepEqual([code, out], [2, '']);
      assert.match(err, /^[^\n]+once \(50 MB\)\.\nsparring: needs Node [^\n]+\n$/);
      assert.match(err, reason);
    }
    const without = await run(t, home, [], { file, node, variables: { PATH: path.join(home, 'dist') } });
    assert.equal(without.code, 2);
    assert.match(
      without.err,
      /, and npx, which downloads Node, is not installed\. Install one from [^\n]+\n$/,
    );
  });

  it('on Windows, runs the script of npx without a shell, and forwards no signals', async (t) => {
    const { home, file } = await install(t);
    const node = await pretend(home, 'v20.0.0', 'win32');
    const npm = path.join(home, 'node_modules/npm/bin');
    await mkdir(npm, { recursive: true });
    // A command file, which Node starts only with a shell.
    await writeFile(path.join(home, 'npx.cmd'), 'exit 1', { mode: 0o755 });
    await writeFile(path.join(npm, 'npx-cli.js'), 'console.log(process.execPath);');
    const inPath = await run(t, home, ['a b', '%PATH%'], { file, node, variables: { PATH: home } });
    assert.deepEqual(
      [inPath.code, inPath.out],
      [3, `${JSON.stringify([process.version, 'a b', '%PATH%'])}\n`],
    );
    const ofNpm = { PATH: '', npm_execpath: path.join(npm, 'npm-cli.js') };
    const running = command(t, home, ['wait'], { file, node, variables: ofNpm });
    const [, pid] = await running.printed(/process (\d+)/);
    running.process.kill('SIGINT');
    // The server would have ended with code 5 after a forwarded signal.
    process.kill(Number(pid), 'SIGKILL');
    assert.equal((await running.finish).signal, 'SIGKILL');
  });

  it('uses the newest Node that npx or a version manager has installed', async (t) => {
    const { home, file } = await install(t);
    const node = await pretend(home, 'v20.0.0');
    const requested = async (variables: RunOptions['variables']) => {
      const { code, err } = await run(t, home, [], { file, node, variables: { PATH: home, ...variables } });
      assert.equal(code, 3, err);
      return err;
    };
    for (const version of ['22.1.0', '24.14.0', '24.15.0', '26.2.0', '26.10.1']) {
      const folder = path.join(home, 'nvm/versions/node', `v${version}`, 'bin');
      await mkdir(folder, { recursive: true });
      await symlink(process.execPath, path.join(folder, 'node'));
    }
    const nvm = await requested({ NVM_DIR: path.join(home, 'nvm') });
    assert.match(
      nvm,
      /^sparring: Node 20\.0\.0 is too old; running under Node 26\.10\.1 at [^\n]+v26\.10\.1\/bin\/node\.\n$/,
    );

    const cached = path.join(home, '.npm/_npx/0123/node_modules/node');
    await mkdir(path.join(cached, 'bin'), { recursive: true });
    await writeFile(path.join(cached, 'package.json'), '{"version":"26.0.1"}');
    // A download that was interrupted.
    assert.match(await requested({ NVM_DIR: path.join(home, 'nvm') }), /26\.10\.1/);
    await symlink(process.execPath, path.join(cached, 'bin', 'node'));
    assert.match(await requested({}), /Node 26\.0\.1 at .*_npx/);
  });

  it('uses a supported Node of PATH, and starts no others', async (t) => {
    const { home, file } = await install(t);
    const node = await pretend(home, 'v20.0.0');
    const folder = path.join(home, 'programs');
    for (const [name, version] of [
      ['old', '18.0.0 /old'],
      ['new', `26.1.0 ${process.execPath}`],
    ] as const) {
      await mkdir(path.join(folder, name), { recursive: true });
      await writeFile(path.join(folder, name, 'node'), `#!/bin/sh\necho '${version}'\n`, { mode: 0o755 });
    }
    const variables = { PATH: ['relative', path.join(folder, 'old'), path.join(folder, 'new')].join(':') };
    const { code, err } = await run(t, home, [], { file, node, variables });
    assert.equal(code, 3, err);
    assert.equal(
      err,
      `sparring: Node 20.0.0 is too old; running under Node 26.1.0 at ${process.execPath}.\n`,
    );
  });

  it('runs under the Node that SPARRING_NODE names', async (t) => {
    const { home, file } = await install(t);
    const node = await pretend(home, 'v20.0.0');
    const shim = path.join(home, 'shim');
    const responses: [script: string | undefined, code: number, err: RegExp][] = [
      [`echo '26.1.0 ${process.execPath}'`, 3, /^$/],
      [
        `echo '22.1.0 /old'`,
        2,
        /^sparring: needs Node .*, and SPARRING_NODE names Node 22\.1\.0\. Set [^\n]+\n$/,
      ],
      ['exit 1', 2, /^sparring: needs Node .* SPARRING_NODE names no Node that can be started\. [^\n]+\n$/],
    ];
    for (const [script, expected, message] of responses) {
      await writeFile(shim, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      const { code, err } = await run(t, home, [], { file, node, variables: { SPARRING_NODE: shim } });
      assert.equal(code, expected, err);
      assert.match(err, message);
    }
  });

  it('passes no variable on to other launchers', async (t) => {
    const { home, file } = await install(t);
    await writeFile(
      path.join(home, 'dist', 'cli.js'),
      'export async function main() { console.log(process.env.SPARRING_RELAUNCHED); }',
    );
    const options = { file, node: await pretend(home, 'v20.0.0'), variables: await npx(home) };
    assert.equal((await run(t, home, [], options)).out, 'undefined\n');
  });
});
