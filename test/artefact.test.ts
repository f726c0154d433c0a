import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';

const root = path.join(import.meta.dirname, '..');
const run = promisify(execFile);

describe('the package as it is published', () => {
  let folder = '';
  let installed = '';

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sparring-packed-'));
    installed = path.join(folder, 'node_modules', 'sparring');
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root });
    const [packed]: { filename: string }[] = JSON.parse(stdout.slice(stdout.indexOf('[\n')));
    await mkdir(installed, { recursive: true });
    await run('tar', [
      'xzf',
      path.join(folder, packed?.filename ?? ''),
      '--strip-components=1',
      '-C',
      installed,
    ]);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const node = async (file: string, source: string) => {
    await writeFile(path.join(folder, file), source);
    return (await run(process.execPath, [file], { cwd: folder })).stdout.trim();
  };

  it('has nothing to install', async () => {
    const manifest: object = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8'));
    assert.equal('dependencies' in manifest, false);
  });

  it('is under 4 MB', async () => {
    const entries = await readdir(installed, { recursive: true, withFileTypes: true });
    const sizes = entries
      .filter((entry) => entry.isFile())
      .map((entry) => stat(path.join(entry.parentPath, entry.name)));
    const total = (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
    assert.ok(total < 4e6, `${total} bytes`);
  });

  it('runs as a command', async () => {
    const { stdout } = await run(process.execPath, [path.join(installed, 'bin/sparring.cjs'), '--version']);
    assert.match(stdout, /^\d+\.\d+\.\d+/);
  });

  const use = `async (start) => {
    const server = await start({ seed: { users: [{ login: 'mona', password: 'correct-horse-1' }] } });
    const get = await (await fetch(server.url + '/post', { method: 'POST', body: new URLSearchParams({ a: '1' }) })).json();
    const user = await (await fetch(server.url + '/api/v3/user', { headers: { Authorization: 'Basic ' + btoa('mona:correct-horse-1') } })).json();
    const page = await fetch(server.url + '/docs');
    await server.close();
    console.log(get.form.a, user.login, page.status);
  }`;

  it('is imported as an ES module', async () => {
    assert.equal(
      await node('a.mjs', `import { start } from 'sparring'; await (${use})(start);`),
      '1 mona 200',
    );
  });

  it('is required from CommonJS', async () => {
    assert.equal(await node('a.cjs', `(${use})(require('sparring').start);`), '1 mona 200');
  });
});
