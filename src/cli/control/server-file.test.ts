import assert from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { command, launcher, run, temporaryFolder } from '#test/support/commands/command.ts';
import { runInProcess } from '#test/support/commands/in-process-command.ts';

const SERVER = ['--port', '0', '--database', 'memory', '--password-cost', 'test', '--no-starter'];

const TOKEN = 'control-token-of-the-test';

/** Starts the command as a process; `call` runs another command of the same user. */
async function startServer(t: TestContext, words: readonly string[], variables: Record<string, string> = {}) {
  const home = await temporaryFolder(t);
  const server = command(t, home, [...SERVER, ...words], { variables });
  const [, url = ''] = await server.printed(/Testing service +(http\S+)\/\n/);
  const data = path.join(home, 'data');
  const folder = path.join(data, 'sparring/servers');
  // In this process: a process for each call would take seconds.
  const call = (args: readonly string[]) =>
    runInProcess([...args, '--url', url], { variables: { XDG_DATA_HOME: data, LOCALAPPDATA: data } });
  return { home, server, url, folder, call };
}

describe('a command of the user who started the server', { concurrency: 2 }, () => {
  for (const [name, words, variables] of [
    ['without a setting', [], {}],
    ['with a control port and a control token', ['--control-port', '0'], { SPARRING_CONTROL_TOKEN: TOKEN }],
    ['with a host in the settings', ['--base-url', 'https://sparring.example'], {}],
    ['with several workers', ['--control-port', '0', '--workers', '2', '--allowed-hosts', 'a.example'], {}],
  ] as const)
    it(`finds the control API by the URL of the server, ${name}`, async (t) => {
      const { server, call } = await startServer(t, words, variables);
      const frozen = await call(['clock', 'freeze', '2020-01-01T00:00:00Z']);
      assert.deepEqual([frozen.code, frozen.err], [0, '']);
      const clock = await call(['clock']);
      assert.equal(clock.out, '2020-01-01T00:00:00.000Z  frozen\n');
      const health = await call(['health', '--ready']);
      assert.deepEqual([health.code, health.err], [0, '']);
      server.process.kill('SIGTERM');
      const { out, err } = await server.finish;
      assert.doesNotMatch(out + err, new RegExp(TOKEN));
    });

  it('reads files that only the user can read, and that the server removes', {
    skip: process.platform === 'win32',
  }, async (t) => {
    const { server, url, folder, call } = await startServer(t, ['--control-port', '0']);
    const names = await readdir(folder);
    assert.equal(names.length, 2);
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
    for (const name of names) assert.equal((await stat(path.join(folder, name))).mode & 0o777, 0o600);
    const file = path.join(folder, `${new URL(url).port}.json`);
    const text = await readFile(file, 'utf8');
    const { commandToken } = Object(JSON.parse(text));
    assert.match(commandToken, /^[\da-f-]{36}$/);
    server.process.kill('SIGTERM');
    const { out, err } = await server.finish;
    assert.ok(!(out + err).includes(commandToken));
    assert.deepEqual(await readdir(folder), []);

    // The file of a server that was killed: its token is for no other server at the port.
    await writeFile(file, text);
    const other = await call(['clock']);
    assert.match(other.err, /Nothing listens at/);
  });

  it('gives the token of a killed server to no other server', async (t) => {
    const first = await startServer(t, []);
    const port = new URL(first.url).port;
    first.server.process.kill('SIGKILL');
    await first.server.finish;
    assert.deepEqual(await readdir(first.folder), [`${port}.json`]);
    const { createServer } = await import('node:http');
    const seen: unknown[] = [];
    const other = createServer((request, nodeResponse) => {
      seen.push(request.headers.authorization);
      nodeResponse.writeHead(403).end();
    }).listen(Number(port), '127.0.0.1');
    t.after(() => other.close().closeAllConnections());
    assert.match((await first.call(['clock'])).err, /is closed to this command/);
    assert.deepEqual(seen, [undefined]);
  });

  it('is not necessary: a server without a data folder starts', async (t) => {
    const home = await temporaryFolder(t);
    await writeFile(path.join(home, 'file'), '');
    const server = command(t, home, SERVER, { variables: { XDG_DATA_HOME: path.join(home, 'file') } });
    await server.printed(/Control access +programs on/);
    server.process.kill('SIGTERM');
    const { code, err } = await server.finish;
    assert.equal(code, 0);
    assert.match(err, /Other commands do not find this server/);
  });
});

describe('sparring run', () => {
  it('gives the command the control API in variables', async (t) => {
    const home = await temporaryFolder(t);
    const file = path.join(home, 'token');
    await writeFile(file, TOKEN, { mode: 0o600 });
    const script = `
      const { SPARRING_URL: url, SPARRING_CONTROL_URL: control, SPARRING_CONTROL_TOKEN: token } = process.env;
      const call = async (origin, headers) => (await fetch(origin + '/_sparring/clock', { headers })).status;
      const headers = { Authorization: 'Bearer ' + token };
      Promise.all([call(url, headers), call(control, {}), call(control, headers)]).then((all) => console.log(...all));`;
    const variables = { SPARRING_CONTROL_URL: 'http://127.0.0.1:1' };
    for (const [words, statuses] of [
      [['--control-port', '0', '--control-token-file', file], '404 403 200'],
      [[], '403 200 403'],
    ] as const) {
      const args = ['run', ...words, '--', process.execPath, '-e', script];
      const { out, err } = await run(t, home, args, { variables });
      assert.deepEqual([out, err], [`${statuses}\n`, '']);
    }
    const { out } = await run(
      t,
      home,
      ['run', '--control-port', '0', '--', process.execPath, launcher, 'clock', 'freeze', '2020-01-01'],
      { variables },
    );
    assert.match(out, /^2020-01-01T00:00:00\S* {2}frozen\n$/);
  });
});

describe('the port file', { skip: process.platform === 'win32' }, () => {
  it('is not written through a link that another user placed beside it', async (t) => {
    const home = await temporaryFolder(t);
    const target = path.join(home, 'target');
    await writeFile(target, 'kept');
    const server = command(t, home, [...SERVER, '--port-file', 'port'], {
      // The process id is known after the start only: the link is placed before the file is written.
      node: ['--import', `data:text/javascript,${encodeURIComponent(LINK)}`],
    });
    await server.printed(/Control access/);
    const read = () => readFile(path.join(home, 'port'), 'utf8').catch(() => '');
    while (!(await read()).endsWith('\n'));
    assert.equal(await readFile(target, 'utf8'), 'kept');
    assert.match(await read(), /^\d+\n$/);
  });
});

const LINK = `import { symlinkSync } from 'node:fs'; symlinkSync('target', 'port.' + process.pid + '.tmp');`;
