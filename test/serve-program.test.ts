import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { get } from 'node:https';
import { connect } from 'node:net';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { launcher, temporaryFolder } from './support/commands/command.ts';
import { install, pretend } from './support/commands/launcher.ts';
import { ended, isListening } from './support/commands/processes.ts';
import { startProgram, WORDS } from './support/commands/started-program.ts';

describe('sparring serve --print json --until-stdin-closes', () => {
  it('prints one line with everything that a program needs, and nothing else', async (t) => {
    const started = await startProgram(t, { variables: { PORT: '1', HOST: '192.0.2.1' } });
    const found = await started.connection;
    assert.deepEqual(Object.keys(found), [
      'sparring',
      'protocol',
      'pid',
      'url',
      'h2cUrl',
      'tlsUrl',
      'control',
      'token',
      'ca',
      'scopePorts',
      'warnings',
    ]);
    const { pid, url, h2cUrl, tlsUrl, control, token, ca } = found;
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.match(tlsUrl ?? '', /^https:\/\/127\.0\.0\.1:\d+$/);
    assert.deepEqual(
      [found.protocol, pid, h2cUrl, control, found.scopePorts, found.warnings],
      [1, started.process.pid, url, `${url}/_sparring`, true, []],
    );
    assert.match(token ?? '', /^[\w-]{43}$/);
    assert.equal(ca?.pem, await readFile(ca?.path ?? '', 'utf8'));
    assert.ok((await readFile(ca?.bundlePath ?? '', 'utf8')).endsWith(`${ca?.pem.trimEnd()}\n`));
    assert.equal((await fetch(`${url}/get`)).status, 200);
    assert.equal(await getStatus(`${tlsUrl}/get`, ca?.pem), 200);
    await assert.rejects(getStatus(`${tlsUrl}/get`, undefined), /certificate/);
    assert.equal((await fetch(`${control}/clock`)).status, 403);
    const authorization = `Bearer ${token}`;
    const { pid: _, ...others } = found;
    const read = await fetch(`${control}/connection`, { headers: { authorization } });
    assert.deepEqual(await read.json(), others);
    started.process.stdin?.end();
    assert.deepEqual(await started.ended, { code: 0, signal: null });
    assert.deepEqual(
      [started.texts.out.split('\n').length, started.texts.err, await readdir(started.temporary)],
      [2, '', []],
    );
  });

  it('has numeric addresses, also when it listens on all of them, without ports for bins', async (t) => {
    const started = await startProgram(t, { words: ['--host', '0.0.0.0'] });
    const { url, h2cUrl, tlsUrl, control, scopePorts } = await started.connection;
    assert.deepEqual([h2cUrl, control, scopePorts], [url, `${url}/_sparring`, false]);
    assert.match(`${url} ${tlsUrl}`, /^http:\/\/127\.0\.0\.1:\d+ https:\/\/127\.0\.0\.1:\d+$/);
  });

  it('warns of a proxy for its own address, and reads the authorities of the environment', async (t) => {
    const home = await temporaryFolder(t);
    await writeFile(path.join(home, 'company.pem'), 'COMPANY\n');
    const started = await startProgram(t, {
      variables: { http_proxy: 'http://127.0.0.1:1', REQUESTS_CA_BUNDLE: path.join(home, 'company.pem') },
    });
    const { warnings, ca } = await started.connection;
    assert.deepEqual(warnings, ['http_proxy is set and NO_PROXY does not contain 127.0.0.1.']);
    assert.match(await readFile(ca?.bundlePath ?? '', 'utf8'), /-----\nCOMPANY\n-----BEGIN/);
  });

  for (const [name, hold] of [
    ['a delay', (url: URL) => send(url, 'GET /delay/10 HTTP/1.1')],
    ['a stream of events', (url: URL) => send(url, 'GET /sse?count=1000&delay=5 HTTP/1.1')],
    [
      'a WebSocket connection',
      (url: URL) =>
        send(
          url,
          'GET /websocket/echo HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        ),
    ],
  ] as const)
    it(`ends with standard input during ${name}`, async (t) => {
      const started = await startProgram(t);
      const { url } = await started.connection;
      const socket = await hold(new URL(url));
      t.after(() => socket.destroy());
      const begun = performance.now();
      started.process.stdin?.end();
      assert.deepEqual(await started.ended, { code: 0, signal: null });
      assert.ok(performance.now() - begun < 2500);
      assert.deepEqual(await readdir(started.temporary), []);
    });

  it('ends when the program is killed, also while a child process of the program holds the pipe', async (t) => {
    for (const form of ['exec', 'shell', 'launcher', 'npx']) {
      const { pid, parent } = await startByProgram(t, form);
      process.kill(parent, 'SIGKILL');
      assert.ok(await ended([pid], 4000), form);
    }
  });

  it('serves while nobody reads its log, and after its streams are closed', async (t) => {
    const started = await startProgram(t, {
      words: ['--log-level', 'debug', '--log-requests', '--log-format', 'json'],
    });
    const { url } = await started.connection;
    started.process.stderr?.pause();
    const long = 'x'.repeat(200);
    for (let batch = 0; batch < 60; batch++)
      await Promise.all(
        Array.from({ length: 50 }, async () => (await fetch(`${url}/get?${long}`)).arrayBuffer()),
      );
    started.process.stdout?.destroy();
    started.process.stderr?.destroy();
    for (let request = 0; request < 20; request++) assert.equal((await fetch(`${url}/get`)).status, 200);
    assert.ok(await isListening(Number(new URL(url).port)));
    started.process.stdin?.end();
    assert.deepEqual((await started.ended).code, 0);
  });
});

describe('an error before the line of JSON', () => {
  const cases = [
    ['usage', ['--prot', '1'], {}],
    ['usage', ['--port', 'x'], {}],
    ['config', [], { SPARRING_TLS_PORT: 'x' }],
    ['config', ['--config', 'missing.yaml'], {}],
    ['seed', ['--seed', 'missing.yaml'], {}],
    ['database', ['--database', 'postgres://u:p@127.0.0.1:9/x', '--database-connect-timeout', '1'], {}],
    ['address', ['--host', '192.0.2.1'], {}],
    ['tls', ['--tls-cert', 'missing.pem', '--tls-key', 'missing.pem'], {}],
    ['tls', ['--tls', '--tls-port', '0'], {}],
  ] as const;
  for (const [code, words, variables] of cases)
    it(`has the code ${code} for ${[...words, ...Object.keys(variables)].join(' ')}`, async (t) => {
      const started = await startProgram(t, { words, variables });
      assert.deepEqual(await started.ended, { code: 2, signal: null });
      assert.equal(started.texts.out, '');
      assert.equal(codeOf(started.texts.err), code);
    });

  it('has the code port-in-use for the ports of others, and stdin-closed without standard input', async (t) => {
    const other = createServer().listen(0, '127.0.0.1');
    t.after(() => other.close());
    await once(other, 'listening');
    const address = other.address();
    const port = String(typeof address === 'object' ? address?.port : 0);
    for (const [words, stdin, code] of [
      [['--port', port], 'pipe', 'port-in-use'],
      [['--tls-port', port], 'pipe', 'port-in-use'],
      [[], 'ignore', 'stdin-closed'],
    ] as const) {
      const started = await startProgram(t, { words, stdin });
      assert.deepEqual(await started.ended, { code: 2, signal: null });
      assert.deepEqual([codeOf(started.texts.err), started.texts.out], [code, '']);
    }
  });

  it('has the code node-version under an old version of Node', async (t) => {
    const { home, file } = await install(t);
    const old = await pretend(home, 'v20.20.2');
    const started = await startProgram(t, { program: [process.execPath, ...old, file] });
    assert.deepEqual(await started.ended, { code: 2, signal: null });
    assert.deepEqual([codeOf(started.texts.err), started.texts.out], ['node-version', '']);
  });
});

/** The code of the last line of standard error. */
function codeOf(text: string): string {
  const { error } = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '');
  assert.equal(typeof error.message, 'string');
  return error.code;
}

/** Resolves when the server has begun to respond, or after a moment. */
async function send({ port, hostname }: URL, head: string) {
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(`${head}\r\nHost: a\r\n\r\n`);
  await Promise.race([once(socket, 'data'), sleep(300)]);
  return socket;
}

function getStatus(url: string, ca: string | undefined): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { ca }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}

/** A program that starts a server, and a child process that holds the pipe to the server. */
async function startByProgram(t: TestContext, form: string) {
  const home = await temporaryFolder(t);
  const program = path.join(home, 'program.cjs');
  const quoted = [process.execPath, launcher, ...WORDS].map((word) => `'${word}'`).join(' ');
  // In a clone, the launcher starts another Node.
  const clone = path.join(import.meta.dirname, '../bin/sparring.cjs');
  const old = await pretend(home, 'v20.20.2');
  // A command of the project, which npx finds.
  await mkdir(path.join(home, 'node_modules/.bin'), { recursive: true });
  await symlink(launcher, path.join(home, 'node_modules/.bin/sparring'));
  await writeFile(path.join(home, 'package.json'), '{}');
  const [file, ...words] =
    form === 'npx'
      ? ['npx', '--no-install', 'sparring', ...WORDS]
      : form === 'exec'
        ? [process.execPath, launcher, ...WORDS]
        : form === 'shell'
          ? ['sh', '-c', `${quoted}; true`]
          : [process.execPath, ...old, clone, ...WORDS];
  await writeFile(
    program,
    `const { spawn } = require('node:child_process');
     const child = spawn(${JSON.stringify(file)}, ${JSON.stringify(words)}, { stdio: ['pipe', 'pipe', 'inherit'] });
     // Its file descriptor 3 is the pipe.
     spawn('sleep', ['30'], { stdio: ['ignore', 'ignore', 'ignore', child.stdin], detached: true }).unref();
     child.stdout.on('data', (chunk) => process.stdout.write(chunk));`,
  );
  const started = spawn(process.execPath, [program], {
    cwd: home,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      TMPDIR: home,
      // Nothing is written to the folder after the test.
      NODE_DISABLE_COMPILE_CACHE: '1',
      npm_config_update_notifier: 'false',
      npm_config_logs_max: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => started.kill('SIGKILL'));
  let text = '';
  for await (const chunk of started.stdout) {
    text += chunk;
    if (text.includes('\n')) break;
  }
  const { pid }: { pid: number } = JSON.parse(text);
  t.after(() => {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The server has ended.
    }
  });
  return { pid, parent: started.pid ?? 0 };
}
