import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { isSupportedNode } from '#config/node-version.ts';
import { command, launcher, run, temporaryFolder } from './support/commands/command.ts';
import { install, npx, pretend } from './support/commands/launcher.ts';

describe('the launcher', { skip: process.platform === 'win32' }, () => {
  it('runs the bundle with a supported Node, and passes arguments and exit code', async (t) => {
    const { home, file } = await install(t);
    const { code, out, err } = await run(t, home, ['--port', '0'], { file });
    assert.deepEqual([code, out, err], [3, `${JSON.stringify([process.version, '--port', '0'])}\n`, '']);
  });

  it('forwards signals to the Node that it started', async (t) => {
    const { home, file } = await install(t);
    const options = { file, node: await pretend(home, 'v22.20.0'), variables: await npx(home) };
    const running = command(t, home, ['wait'], options);
    await running.printed(/wait/);
    running.process.kill('SIGTERM');
    assert.equal((await running.finish).code, 5);
  });

  it('ends by the signal that ended that Node', async (t) => {
    const { home, file } = await install(t);
    const options = { file, node: await pretend(home, 'v22.20.0'), variables: await npx(home) };
    for (const signal of ['SIGKILL', 'SIGHUP'] as const) {
      const running = command(t, home, ['wait'], options);
      const [, pid] = await running.printed(/process (\d+)/);
      process.kill(Number(pid), signal);
      const { code, signal: ended } = await running.finish;
      assert.deepEqual([code, ended], [null, signal]);
    }
  });

  it('ends with code 2 when the other Node cannot be started', async (t) => {
    const { home, file } = await install(t);
    const broken = path.join(home, 'broken');
    await writeFile(broken, 'no program', { mode: 0o644 });
    const options = {
      file,
      node: await pretend(home, 'v22.20.0'),
      variables: await npx(home, broken),
    };
    const { code, out, err } = await run(t, home, [], options);
    assert.deepEqual([code, out], [2, '']);
    assert.match(err, /needs Node 24\.15 .*, and the other could not be started: spawn \S+ EACCES\.\n$/);
  });

  it('downloads nothing if that is disabled, and prints what to do', async (t) => {
    const { home, file } = await install(t);
    const variables = { SPARRING_NODE: 'off', PATH: home };
    const options = { file, node: await pretend(home, 'v24.14.9'), variables };
    const { code, out, err } = await run(t, home, [], options);
    assert.deepEqual([code, out], [2, '']);
    assert.match(
      err,
      /^sparring: needs Node 24\.15 .* this is 24\.14\.9, and SPARRING_NODE=off forbids [^\n]+\n$/,
    );
  });

  it('runs the server under the versions of Node that the library accepts, and can be installed under older ones', async (t) => {
    const { home, file } = await install(t);
    const manifest: { engines: { node: string } } = JSON.parse(
      readFileSync(path.join(path.dirname(launcher), '../package.json'), 'utf8'),
    );
    assert.equal(manifest.engines.node, '>=20');
    for (const version of [
      '20.20.2',
      '22.23.0',
      '24.14.9',
      '24.15.0',
      '24.21.0',
      '25.9.0',
      '26.0.0',
      '27.1.0',
    ]) {
      const variables = { SPARRING_NODE: 'off', PATH: home };
      const options = { file, node: await pretend(home, `v${version}`), variables };
      const { code } = await run(t, home, [], options);
      assert.equal(code === 3, isSupportedNode(version), version);
    }
  });

  it('does not loop if the Node of npx is too old as well', async (t) => {
    const { home, file } = await install(t);
    const node = await pretend(home, 'v20.20.2');
    const { code, err } = await run(t, home, [], { file, node, variables: { SPARRING_RELAUNCHED: '1' } });
    assert.equal(code, 2);
    assert.match(err, /^sparring: needs Node [^\n]+\n$/);
    const without = await run(t, home, [], {
      file,
      node,
      variables: await npx(home, '/nowhere/node'),
    });
    assert.equal(without.code, 2);
    assert.match(without.err, /npx could not download Node 26\./);
  });

  it('in a clone, uses the installed Node without a message', async (t) => {
    const home = await temporaryFolder(t);
    const file = path.join(import.meta.dirname, '../bin/sparring.cjs');
    const options = { file, node: await pretend(home, 'v20.20.2'), variables: { SPARRING_NODE: 'off' } };
    const { code, out, err } = await run(t, home, ['--version'], options);
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /^\d+\.\d+\.\d+\n$/);
  });
});
