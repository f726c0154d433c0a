import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { loadBrowserScript } from '#pages/browser-script.ts';
import { descendants, ended } from './support/commands/processes.ts';
import { until } from './support/until.ts';

const root = path.join(import.meta.dirname, '..');
const supported = process.versions.node.startsWith('26.') && process.platform !== 'win32';

describe('the single executable', { skip: supported ? false : 'only Node 26 builds it' }, () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sparring-executable-'));
    const words = ['run', '--silent', 'build:executable', '--', '--folder', folder];
    await promisify(execFile)('npm', words, { cwd: root });
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** Starts the executable in a machine without Node. */
  const start = (t: TestContext, args: readonly string[]) => {
    const child = spawn(path.join(folder, 'sparring'), args, {
      cwd: folder,
      env: { PATH: '/usr/bin:/bin', HOME: folder, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    t.after(() => child.kill('SIGKILL'));
    const end = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]).then(
      ([[code], out, err]) => ({ code, out, err }),
    );
    return { child, end };
  };

  const serve = async (t: TestContext, name: string, args: readonly string[]) => {
    const file = path.join(folder, `port-${name}`);
    const { child, end } = start(t, [...args, '--port', '0', '--port-file', file]);
    const over = end.then(({ err }) => err);
    while (!existsSync(file)) {
      const err = await Promise.race([over, sleep(20)]);
      if (err !== undefined) assert.fail(err);
    }
    return { child, end, url: `http://127.0.0.1:${(await readFile(file, 'utf8')).trim()}` };
  };

  it('serves the services, the pages with their scripts and a database file, and ends by SIGTERM', async (t) => {
    const database = path.join(folder, 'test.db');
    const { child, end, url } = await serve(t, 'file', ['--database', `sqlite:${database}`]);
    const response: { url: string } = await (await fetch(`${url}/get`)).json();
    assert.equal(response.url, `${url}/get`);
    const script = await (await fetch(`${url}/compose/builder.js`)).text();
    assert.equal(script, (await loadBrowserScript('testing/builder')).text);
    for (const [path, content] of [
      ['/docs/guides/labs-sequences', 'data-label="Output"'],
      ['/docs/endpoints/get-get', 'class="omitted"'],
    ] as const)
      assert.ok((await (await fetch(url + path)).text()).includes(content), path);
    const png = Buffer.from(await (await fetch(`${url}/image/png`)).arrayBuffer());
    assert.equal(png.toString('latin1', 1, 4), 'PNG');
    // A thread writes to the file.
    const seed = JSON.stringify({ users: [{ login: 'mona', password: 'correct-horse-1' }] });
    const post = (target: string, body = '{}') =>
      fetch(url + target, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    assert.ok((await post('/_sparring/seed', seed)).ok);
    assert.equal((await post('/_sparring/snapshots')).status, 201);
    assert.equal((await post('/_sparring/snapshots/1/restore')).status, 204);
    const headers = { Authorization: `Basic ${btoa('mona:correct-horse-1')}` };
    assert.equal((await fetch(`${url}/api/v3/user`, { headers })).status, 200);
    child.kill('SIGTERM');
    const { code, err } = await end;
    assert.equal(code, 0, err);
  });

  it('starts workers', async (t) => {
    const { child, end, url } = await serve(t, 'workers', ['--workers', '2', '--database', 'memory']);
    assert.equal((await fetch(`${url}/get`)).status, 200);
    const workers = descendants(child.pid ?? 0);
    assert.equal(workers.length, 2);
    child.kill('SIGKILL');
    await end;
    assert.ok(await ended(workers));
  });

  it('runs a command with a server, and ends it after a crash', async (t) => {
    const exit = await start(t, ['run', '--', 'sh', '-c', 'echo "$SPARRING_URL"; exit 7']).end;
    assert.deepEqual([exit.code, exit.err], [7, '']);
    assert.match(exit.out, /^http:\/\/127\.0\.0\.1:\d+\n$/);
    const { child, end } = start(t, ['run', '--', 'sh', '-c', 'sleep 60 & echo started; wait']);
    await once(child.stdout, 'data');
    // The watchdog, the shell and its command; the watchdog starts last.
    let started: number[] = [];
    await until(() => {
      started = descendants(child.pid ?? 0);
      return started.length >= 3;
    });
    child.kill('SIGKILL');
    await end;
    assert.ok(await ended(started));
  });

  it('contains the driver of PostgreSQL, and writes files without links to schemas that it does not have', async (t) => {
    const doctor = await start(t, ['doctor', '--database', 'postgres://127.0.0.1:9/test']).end;
    assert.match(doctor.out + doctor.err, /ECONNREFUSED|refuse/);
    const init = await start(t, ['init', 'project']).end;
    assert.equal(init.code, 0, init.err);
    const seed = await readFile(path.join(folder, 'project/seed.yaml'), 'utf8');
    assert.doesNotMatch(seed, /\$schema=/);
  });

  it('tests a client by its own Node and by the programs of the machine, and names what is missing', async (t) => {
    const words = ['conformance', '--only', 'control.get', 'control.tls', 'tls.expired'];
    const own = await start(t, words).end;
    assert.match(own.out, /^requirement 2 of 2 · safety 1 of 1 /m, own.out + own.err);
    assert.match(own.out, new RegExp(`^node-fetch ${process.version} `));
    const go = await start(t, [...words, '--adapter', 'go']).end;
    assert.equal(go.code, 3, go.out);
    assert.match(go.err, /^sparring: .*there is no command go.* This adapter needs Go 1\.22 or later\.$/m);
    if (existsSync('/usr/bin/curl')) {
      const curl = await start(t, ['conformance', 'check', '--adapter', 'curl']).end;
      assert.match(curl.out, /^curl \S+: \d+ requests, 0 problems$/m, curl.out + curl.err);
    }
    const left = (await readdir(folder)).filter((name) => /^sparring-(?:adapters|conformance)-/.test(name));
    assert.deepEqual(left, []);
  });
});
