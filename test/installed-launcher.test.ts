import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { installPackage } from './support/commands/packed.ts';
import { oldestNode, oldNode } from './support/programs/nodes.ts';

const needed = 'needs Node 22.15 or a later 22, or Node 24 or later, but this is 20.19.0.';

describe('the installed package', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sparring-installed-'));
    await installPackage(folder);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const run = async (node: string, args: readonly string[]) => {
    const child = spawn(node, args, {
      cwd: folder,
      // PATH has a supported Node.
      env: { PATH: path.dirname(process.execPath), HOME: folder },
    });
    const [[code], out, err] = await Promise.all([
      once(child, 'exit'),
      text(child.stdout),
      text(child.stderr),
    ]);
    return { code, out, err };
  };
  const launch = (node: string, ...args: readonly string[]) =>
    run(node, [path.join(folder, 'node_modules/sparring/bin/sparring.cjs'), ...args]);

  it('prints what is needed in one line under an old Node', { skip: oldNode.skip }, async () => {
    for (const words of [[], ['requests'], ['--version'], ['--help']])
      assert.deepEqual(await launch(oldNode.file, ...words), {
        code: 2,
        out: '',
        err: `sparring: ${needed}\n`,
      });
    const { code, out, err } = await launch(oldNode.file, '--print=json');
    assert.deepEqual([code, out], [2, '']);
    assert.deepEqual(JSON.parse(err).error, { code: 'node-version', message: `Sparring ${needed}` });
  });

  it('loads the library under an old Node, whose start rejects with the same sentence', {
    skip: oldNode.skip,
  }, async () => {
    for (const load of ["import('sparring')", "Promise.resolve(require('sparring'))"]) {
      const script = `${load}.then(({ start }) => start()).catch((error) => console.log(error.message));`;
      assert.deepEqual(await run(oldNode.file, ['-e', script]), {
        code: 0,
        out: `Sparring ${needed}\n`,
        err: '',
      });
    }
  });

  it('loads the fixtures under an old Node, which fail a test with it', { skip: oldNode.skip }, async () => {
    const script = `import('sparring/node-test').then(({ sparring }) => require('node:test')('a', (t) => sparring(t)));`;
    const { code, out } = await run(oldNode.file, ['-e', script]);
    assert.ok(code === 1 && out.includes(`Sparring ${needed}`), out);
  });

  it('runs the bundle under the oldest supported Node', { skip: oldestNode.skip }, async () => {
    const { code, out, err } = await launch(oldestNode.file, '--version');
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /^\d+\.\d+\.\d+\n$/);
  });
  it('starts a server by the library under the oldest supported Node', {
    skip: oldestNode.skip,
  }, async () => {
    for (const load of ["import('sparring')", "Promise.resolve(require('sparring'))"]) {
      const script = `${load}.then(({ start }) => start()).then(async (server) => {
        console.log((await fetch(server.url + '/get')).status);
        await server.close();
      });`;
      assert.deepEqual(await run(oldestNode.file, ['-e', script]), { code: 0, out: '200\n', err: '' });
    }
  });
});
