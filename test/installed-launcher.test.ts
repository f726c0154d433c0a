import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { installPackage } from './support/commands/packed.ts';
import { descendants, ended } from './support/commands/processes.ts';
import { findNpx, findOldNodes } from './support/programs/old-nodes.ts';

const oldNodes = findOldNodes();
const npx = findNpx();
const skip =
  process.platform !== 'linux' || oldNodes.length === 0
    ? 'npm ci --prefix test/node-22 did not succeed'
    : false;

describe('the installed package under an old Node', { skip }, () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sparring-old-node-'));
    await installPackage(folder);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** Starts the command of the package. PATH has this Node only if it is added. */
  const start = (node: string, args: readonly string[], variables: Readonly<Record<string, string>>) => {
    const file = path.join(folder, 'node_modules/sparring/bin/sparring.cjs');
    const child = spawn(node, [file, ...args], {
      cwd: folder,
      env: { PATH: path.dirname(process.execPath), HOME: folder, ...variables },
    });
    const end = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]).then(
      ([[code, signal], out, err]) => ({ code, signal, out, err }),
    );
    return { child, end };
  };

  /** The port in a file; undefined if the command ends before it has written the file. */
  const portOf = async (file: string, end: Promise<unknown>) => {
    const over = end.then(() => true);
    while (!existsSync(file)) if (await Promise.race([over, sleep(20, false)])) return undefined;
    return Number(readFileSync(file, 'utf8'));
  };

  for (const { version, file } of oldNodes) {
    it(`${version} serves under the Node that it finds, until it ends by a signal or crashes`, async () => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL'] as const) {
        const portFile = path.join(folder, `port-${signal}`);
        const settings = ['--port', '0', '--port-file', portFile, '--database', 'memory'];
        const { child, end } = start(file, settings, {});
        const port = await portOf(portFile, end);
        if (port === undefined) assert.fail((await end).err);
        const response = await fetch(`http://127.0.0.1:${port}/get`);
        assert.equal(response.status, 200);
        const started = descendants(child.pid ?? 0);
        assert.equal(started.length, 1);
        child.kill(signal);
        const { code, signal: endedBy, err } = await end;
        assert.deepEqual([code, endedBy], signal === 'SIGKILL' ? [null, signal] : [0, null], err);
        assert.ok(await ended(started), signal);
        assert.match(err, new RegExp(`Node ${version.slice(1)} is too old; running under Node `));
      }
    });

    it(`${version} loads the library, whose start rejects with one sentence`, async () => {
      const script = (load: string) =>
        `${load}.then(({ start }) => start()).catch((error) => console.log(error.message));`;
      for (const load of ["import('sparring')", "Promise.resolve(require('sparring'))"]) {
        const child = spawn(file, ['-e', script(load)], { cwd: folder });
        const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
        assert.match(out, /^Sparring needs Node 24\.15 [^\n]+\n$/);
        assert.ok(out.includes(`but this is ${version.slice(1)};`), out);
        assert.equal(err, '');
      }
    });

    it(`${version} ends with one sentence and the code of the server if the port is taken`, async (t) => {
      const taken = createServer().listen(0, '127.0.0.1');
      await once(taken, 'listening');
      t.after(() => taken.close());
      const address = taken.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      const { code, err } = await start(file, ['--port', String(port)], {}).end;
      assert.equal(code, 2);
      assert.match(
        err,
        /^[^\n]+too old[^\n]+\nsparring: Port \d+ on 127\.0\.0\.1 is already in use; [^\n]+\n$/,
      );
    });

    it(`${version} ends with one sentence if npx cannot download, and in a home that is not writable`, async () => {
      // PATH has this Node, and npx under its name.
      const PATH = path.join(folder, `programs-${version}`);
      await mkdir(PATH);
      await symlink(file, path.join(PATH, 'node'));
      await symlink(npx, path.join(PATH, 'npx'));
      const network = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_fetch_retries: '0' };
      const failures: [variables: Readonly<Record<string, string>>, reason: RegExp][] = [
        [{}, /refuses connections, ECONNREFUSED\)\. Install /],
        // npm reports the folder of its cache, or the registry.
        [{ HOME: '/dev/null' }, /npx could not download Node 26 \([^)]+\)\. Install /],
      ];
      for (const [variables, reason] of failures) {
        const { code, err } = await start(file, [], { PATH, ...network, ...variables }).end;
        assert.equal(code, 2);
        assert.match(err, /^[^\n]+too old[^\n]+\nsparring: needs Node [^\n]+\n$/);
        assert.match(err, reason);
      }
    });
  }
});
