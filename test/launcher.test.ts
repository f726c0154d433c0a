import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { isSupportedNode, unsupportedNode } from '#config/node-version.ts';
import { command, launcher, run, temporaryFolder } from './support/commands/command.ts';
import { install, installClone, pretend, WITH_TYPES, WITHOUT_TYPES } from './support/commands/launcher.ts';

const onWindows = process.platform === 'win32';
const manifest: { engines: { node: string }; devDependencies: { node: string } } = JSON.parse(
  readFileSync(path.join(path.dirname(launcher), '../package.json'), 'utf8'),
);

/** The line of standard error under an old Node. */
function formatLine(version: string): string {
  return `${unsupportedNode(version).message.replace('Sparring', 'sparring:')}\n`;
}

describe('the launcher of the package', { skip: onWindows }, () => {
  it('runs the bundle with a supported Node, and passes arguments and exit code', async (t) => {
    const { home, file } = await install(t);
    const { code, out, err } = await run(t, home, ['--port', '0'], { file });
    assert.deepEqual([code, out, err], [3, `${JSON.stringify([process.version, '--port', '0'])}\n`, '']);
  });

  it('prints what is needed in one line under an old Node, and ends with code 2', async (t) => {
    const { home, file } = await install(t);
    const options = { file, node: await pretend(home, 'v20.20.2') };
    for (const words of [
      [],
      ['serve'],
      ['--port', '0'],
      ['requests'],
      ['run', '--', 'true'],
      ['--version'],
      ['-h'],
    ])
      assert.deepEqual(
        await run(t, home, words, options),
        { code: 2, signal: null, out: '', err: formatLine('20.20.2') },
        words.join(' '),
      );
  });

  it('prints it as JSON for a program', async (t) => {
    const { home, file } = await install(t);
    const options = { file, node: await pretend(home, 'v20.20.2') };
    for (const words of [['--print=json'], ['serve', '--print', 'json']]) {
      const { code, out, err } = await run(t, home, words, options);
      assert.deepEqual([code, out], [2, '']);
      assert.deepEqual(JSON.parse(err), {
        sparring: '1.2.3',
        protocol: 1,
        error: { code: 'node-version', message: unsupportedNode('20.20.2').message },
      });
      assert.equal(err.indexOf('\n'), err.length - 1);
    }
  });

  it('starts no other Node of the machine, and no npx', async (t) => {
    const { home, file } = await install(t);
    const mark = path.join(home, 'mark');
    const program = `#!/bin/sh\ntouch '${mark}'\necho '26.1.0 ${process.execPath}'\n`;
    const places = ['programs', '.nvm/versions/node/v26.1.0/bin', '.npm/_npx/0123/node_modules/node/bin'];
    for (const place of places) {
      await mkdir(path.join(home, place), { recursive: true });
      for (const name of ['node', 'npx', 'npm'])
        await writeFile(path.join(home, place, name), program, { mode: 0o755 });
    }
    await writeFile(path.join(home, '.npm/_npx/0123/node_modules/node/package.json'), '{"version":"26.1.0"}');
    const PATH = path.join(home, 'programs');
    const variables = { PATH, SPARRING_NODE: path.join(PATH, 'node'), npm_execpath: path.join(PATH, 'npm') };
    const { code, err } = await run(t, home, [], { file, node: await pretend(home, 'v20.20.2'), variables });
    assert.deepEqual([code, err, existsSync(mark)], [2, formatLine('20.20.2'), false]);
  });

  it('starts no process, and reads nothing outside of the package', async (t) => {
    const { home, file } = await install(t);
    const node = [
      ...(await pretend(home, 'v20.20.2')),
      '--permission',
      ...['bin', 'src/cli/main.ts', 'package.json', 'pretend.cjs'].map(
        (name) => `--allow-fs-read=${path.join(home, name)}`,
      ),
    ];
    const { code, err } = await run(t, home, [], { file, node });
    assert.deepEqual([code, err], [2, formatLine('20.20.2')]);
  });

  it('runs the server under the versions of Node that the library and package.json name', async (t) => {
    const { home, file } = await install(t);
    assert.equal(manifest.engines.node, '^22.15.0 || >=24');
    for (const [version, isSupported] of [
      ['14.21.3', false],
      ['20.20.2', false],
      ['22.14.0', false],
      ['22.15.0', true],
      ['22.23.3', true],
      ['23.11.1', false],
      ['24.0.0', true],
      ['25.9.0', true],
      ['26.10.0', true],
      ['100.0.0', true],
    ] as const) {
      // The package has no sources, so it needs no type stripping.
      const options = { file, node: [...(await pretend(home, `v${version}`)), WITHOUT_TYPES] };
      const { code } = await run(t, home, [], options);
      assert.deepEqual([code === 3, isSupportedNode(version)], [isSupported, isSupported], version);
    }
  });
});

describe('the launcher of a clone', { skip: onWindows }, () => {
  it('uses the installed Node without a message under an old Node', async (t) => {
    const home = await temporaryFolder(t);
    const file = path.join(import.meta.dirname, '../bin/sparring.cjs');
    const { code, out, err } = await run(t, home, ['--version'], {
      file,
      node: await pretend(home, 'v20.20.2'),
    });
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /^\d+\.\d+\.\d+\n$/);
  });

  it('uses it under a supported Node that cannot run TypeScript', async (t) => {
    const { home, file, node: installed } = await installClone(t);
    for (const [version, flag, printed] of [
      ['v22.15.0', WITHOUT_TYPES, `v${manifest.devDependencies.node}`],
      ['v22.18.0', WITH_TYPES, 'v22.18.0'],
    ] as const) {
      const node = [...(await pretend(home, version)), flag, '--no-warnings'];
      const { code, out, err } = await run(t, home, ['a b'], { file, node });
      assert.deepEqual([code, out, err], [3, `${JSON.stringify([printed, 'a b'])}\n`, ''], version);
    }
    await rm(installed);
    const node = [...(await pretend(home, 'v22.15.0')), WITHOUT_TYPES];
    const { code, err } = await run(t, home, [], { file, node });
    assert.equal(code, 2);
    assert.match(
      err,
      /^sparring: The dependencies of this clone are not installed: run npm start, [^\n]+\n$/,
    );
  });

  it('forwards signals to the installed Node', async (t) => {
    const { home, file } = await installClone(t);
    const running = command(t, home, ['wait'], { file, node: await pretend(home, 'v20.20.2') });
    await running.printed(/wait/);
    running.process.kill('SIGTERM');
    assert.equal((await running.finish).code, 5);
  });

  it('ends by the signal that ended the installed Node', async (t) => {
    const { home, file } = await installClone(t);
    const node = await pretend(home, 'v20.20.2');
    for (const signal of ['SIGKILL', 'SIGHUP'] as const) {
      const running = command(t, home, ['wait'], { file, node });
      const [, pid] = await running.printed(/process (\d+)/);
      process.kill(Number(pid), signal);
      const { code, signal: ended } = await running.finish;
      assert.deepEqual([code, ended], [null, signal]);
    }
  });

  it('forwards no signals on Windows', async (t) => {
    const { home, file, node: installed } = await installClone(t);
    await symlink(await realpath(installed), `${installed}.exe`);
    const node = await pretend(home, 'v20.20.2', 'win32');
    const running = command(t, home, ['wait'], { file, node });
    const [, pid] = await running.printed(/process (\d+)/);
    running.process.kill('SIGINT');
    // The server would have ended with code 5 after a forwarded signal.
    process.kill(Number(pid), 'SIGKILL');
    assert.equal((await running.finish).signal, 'SIGKILL');
  });

  it('ends with code 2 when the installed Node cannot be started', async (t) => {
    const { home, file, node: installed } = await installClone(t);
    await rm(installed);
    await writeFile(installed, 'no program', { mode: 0o644 });
    const { code, out, err } = await run(t, home, [], { file, node: await pretend(home, 'v20.20.2') });
    assert.deepEqual([code, out], [2, '']);
    assert.match(err, /^sparring: The Node of this clone cannot be started: spawn \S+ EACCES\.\n$/);
  });

  it('starts the installed Node once, and passes no variable on to other launchers', async (t) => {
    const { home, file } = await installClone(t);
    const node = await pretend(home, 'v20.20.2');
    const { code, err } = await run(t, home, [], { file, node, variables: { SPARRING_RELAUNCHED: '1' } });
    assert.deepEqual([code, err], [2, formatLine('20.20.2')]);
    await writeFile(
      path.join(home, 'src/cli/main.ts'),
      'export async function main() { console.log(process.env.SPARRING_RELAUNCHED); }',
    );
    assert.equal((await run(t, home, [], { file, node })).out, 'undefined\n');
  });
});
