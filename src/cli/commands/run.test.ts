import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { command, type RunOptions, temporaryFolder } from '#test/support/commands/command.ts';
import { assertUsageError, runInProcess } from '#test/support/commands/in-process-command.ts';
import { runAlone } from '#test/support/commands/lone-process.ts';
import { descendants, ended, isListening, isRunning } from '#test/support/commands/processes.ts';
import { serve } from '#test/support/servers/serve.ts';
import { until } from '#test/support/until.ts';

/** Starts `sparring run`, with a folder for the command. */
async function start(t: TestContext, words: readonly string[], options?: RunOptions) {
  return command(t, await temporaryFolder(t), ['run', ...words], options);
}

const runScript = (script: string) => ['--', process.execPath, '-e', script];

const GET = `fetch(process.env.SPARRING_URL + '/get').then((response) => {
  console.log(response.status, process.env.SPARRING_URL === process.env.HTTPBIN_URL, new URL(process.env.SPARRING_URL).port);
})`;

/** Prints its process ID and port, and waits. */
const WAIT = `console.log('ready', process.pid, new URL(process.env.SPARRING_URL).port); setInterval(() => {}, 1000);`;

describe('sparring run', { concurrency: 3 }, () => {
  it('runs a command with the URL of a server on a free port, and ends with its exit code', async (t) => {
    const home = await temporaryFolder(t);
    // The variables PORT, PREFIX and HTTPS_CERT_FILE are for the command. Without TLS, those of the certificate authority and the host exempt from proxies.
    const script = `
      const { SSL_CERT_FILE, CURL_CA_BUNDLE, NO_PROXY, no_proxy, PORT } = process.env;
      console.log(JSON.stringify([SSL_CERT_FILE, CURL_CA_BUNDLE ?? null, NO_PROXY, no_proxy, PORT]));
      process.exitCode = 42;
      ${GET}`;
    const certificate = { HTTPS_CERT_FILE: '/cert.pem', HTTPS_KEY_FILE: '/key.pem' };
    const variables = { SSL_CERT_FILE: '/own.pem', PORT: '1', PREFIX: '/usr/local', ...certificate };
    const { code, out, err } = await command(t, home, ['run', ...runScript(script)], { variables }).finish;
    assert.equal(err, '');
    const [environment = '', response = ''] = out.trimEnd().split('\n');
    assert.deepEqual(JSON.parse(environment), ['/own.pem', null, '127.0.0.1', '127.0.0.1', '1']);
    assert.match(response, /^200 true (?!1$)\d+$/);
    assert.equal(code, 42);
    assert.equal(await isListening(Number(response.split(' ')[2])), false);
    // The database is in memory.
    await assert.rejects(readFile(path.join(home, 'data/sparring/sparring.db')));
  });

  it('ends with 128 and the number of the signal that ended the command', { skip: !isPosix() }, async (t) => {
    const script = "process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000);";
    assert.equal((await (await start(t, runScript(script))).finish).code, 143);
  });

  it('passes the flags of the server, the input and every argument of the command', async (t) => {
    const script = `
      process.stdin.on('data', (chunk) => process.stdout.write(chunk));
      fetch(process.env.SPARRING_URL + '/api/v3/user', { headers: { Authorization: 'Basic ' + btoa('mona:correct-horse-1') } })
        .then((response) => response.json())
        .then(({ login }) => console.log(login, process.argv.slice(1).join('|')));`;
    const home = await temporaryFolder(t);
    await writeFile(path.join(home, 'seed.yaml'), 'users:\n  - { login: mona, password: correct-horse-1 }\n');
    const words = [
      'run',
      '--seed',
      'seed.yaml',
      '--',
      process.execPath,
      '-e',
      script,
      '--',
      '--port',
      'a b',
      '*',
    ];
    const { out, err } = await command(t, home, words, { input: 'typed\n' }).finish;
    assert.match(out, /^typed$/m);
    assert.match(out, /^mona --port\|a b\|\*$/m);
    assert.equal(err, '');
  });

  it('adds its certificate authority to those of the system', async (t) => {
    const script = `
      const { readFileSync } = require('node:fs');
      const { getCACertificates } = require('node:tls');
      const { SPARRING_URL: url, NODE_EXTRA_CA_CERTS: file, ...others } = process.env;
      const bundles = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'].map((name) => others[name]);
      const ca = readFileSync(file, 'utf8');
      delete process.env.SSL_CERT_FILE;
      const system = getCACertificates('system');
      const roots = system.length > 0 ? system : getCACertificates('bundled');
      const complete = bundles.filter((bundle) => {
        const text = readFileSync(bundle, 'utf8');
        return [ca, ...roots].every((certificate) => text.includes(certificate.trim()));
      });
      fetch(url + '/get').then((response) => console.log(url.split(':')[0], response.status, complete.length, bundles[0]));`;
    const { out, err } = await (await start(t, ['--tls', ...runScript(script)])).finish;
    assert.match(out, /^https 200 3 \/.+\n$/);
    assert.equal(err, '');
    assert.equal(existsSync(out.trim().split(' ').at(-1) ?? ''), false);
  });

  it('adds its certificate authority to those that the variables name', async (t) => {
    const other = await serve(t, { tls: true });
    const script = `
      const { readFileSync } = require('node:fs');
      const { SPARRING_URL: own, SSL_CERT_FILE: bundle } = process.env;
      console.log(readFileSync(bundle, 'utf8').match(/BEGIN/g).length);
      Promise.all([own, '${other.url}'].map((url) => fetch(url + '/get')))
        .then(([own, other]) => console.log(own.status, other.status));`;
    const file = other.caPath ?? '';
    const variables = { SSL_CERT_FILE: file, NODE_EXTRA_CA_CERTS: file };
    const { out, err } = await (await start(t, ['--tls', ...runScript(script)], { variables })).finish;
    assert.deepEqual([out, err], ['2\n200 200\n', '']);
  });

  it('exempts the host of the server from the proxy of the command, besides the hosts of the variable', async (t) => {
    const script = `console.log(process.env.NO_PROXY, process.env.no_proxy); ${GET}`;
    const proxy = 'http://127.0.0.1:1';
    const variables = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, http_proxy: proxy, NO_PROXY: 'a.test' };
    const proxied = await (await start(t, runScript(script), { variables })).finish;
    assert.match(proxied.out, /^a\.test,127\.0\.0\.1 a\.test,127\.0\.0\.1\n200 /);
  });

  it('prints its own defaults', async () => {
    const { out } = await runInProcess(['run', '--help']);
    for (const [flag, value] of [
      ['--port <PORT>', '0'],
      ['--database <DATABASE>', 'memory'],
      ['--password-cost <COST>', 'test'],
      ['--[no-]starter', 'false'],
      ['--log-level <LEVEL>', 'warn'],
      ['--max-duration <SECONDS>', '10s'],
    ] as const) {
      // The descriptions are wrapped.
      const text = out.slice(out.indexOf(`\n  ${flag} `) + 1).replaceAll(/\s+/g, ' ');
      assert.equal(/\(default: ([^;]*);/.exec(text)?.[1], value, flag);
    }
  });

  it('runs with several workers, and ends with 0 when the command has', async (t) => {
    const { code, out } = await (await start(t, ['--workers', '2', ...runScript(GET)])).finish;
    assert.match(out, /^200 true \d+\n$/);
    assert.equal(code, 0);
  });

  it('rejects a call without a command', async () => {
    for (const words of [[], ['--port', '0', '--']])
      assertUsageError(await runInProcess(['run', ...words]), /sparring run -- npm test/);
  });

  it('ends with 127 if there is no such command, and with 126 if it is not executable', {
    skip: !isPosix(),
  }, async (t) => {
    const missing = await (await start(t, ['--', 'no-such-command-7'])).finish;
    assert.match(missing.err, /^sparring: There is no command "no-such-command-7"[^\n]+\n$/);
    assert.equal(missing.code, 127);
    const home = await temporaryFolder(t);
    await mkdir(path.join(home, 'folder'));
    const rejected = await command(t, home, ['run', '--', './folder']).finish;
    assert.match(rejected.err, /^sparring: "\.\/folder" is not a program[^\n]+\n$/);
    assert.equal(rejected.code, 126);
  });

  it('ends with exit code 2 and a sentence, without the command, if the server cannot start', async (t) => {
    const home = await temporaryFolder(t);
    const write = (name: string, text: string) => writeFile(path.join(home, name), text);
    await write('text', 'This is no database, no certificate and no seed file.\n'.repeat(50));
    await write('config.yaml', 'prot: 1\n');
    await write('seed.yaml', 'sequences: { k: { steps: [stauts=503] } }\n');
    const taken = createServer().listen(0, '127.0.0.1');
    t.after(() => taken.close());
    await once(taken, 'listening');
    const address = taken.address();
    const port = String(typeof address === 'object' ? address?.port : address);
    // Every step before the command: arguments, settings, files, database, shared state, workers and listeners.
    const reasons: readonly (readonly [words: readonly string[], reason: RegExp])[] = [
      [['--prot', '0'], /unknown option '--prot'/],
      [['--port', 'x'], /--port must be/],
      [['--config', 'missing.yaml'], /missing\.yaml/],
      [['--config', path.join(home, 'config.yaml')], /prot/],
      [['--seed', 'missing.yaml'], /missing\.yaml/],
      [['--seed', path.join(home, 'text')], /text/],
      [['--seed', path.join(home, 'seed.yaml')], /stauts/],
      [['--lifecycle', 'missing.yaml'], /missing\.yaml/],
      [['--control-token-file', home], /it is a folder/],
      [['--control-token-file', 'missing/token'], /Cannot create missing\/token/],
      [['--tls-cert', path.join(home, 'text')], /tls-cert and tls-key belong together/],
      [
        ['--tls-cert', path.join(home, 'text'), '--tls-key', path.join(home, 'text')],
        /certificate and its private key in PEM files/,
      ],
      [['--database', 'mysql://host/x'], /database must be memory/],
      [['--database', `sqlite:${path.join(home, 'text')}`], /file is not a database/],
      [['--database', `sqlite:${path.join(home, 'text')}`, '--workers', '2'], /file is not a database/],
      [['--database', 'postgres://mona:secret@[/x'], /not a valid URL/],
      [['--workers', '0'], /--workers must be/],
      [['--host', '192.0.2.1'], /--host/],
      [['--port', port], /--port/],
      [['--accounts-port', port], /--accounts-port/],
      [['--host', '192.0.2.1', '--workers', '2'], /--host/],
    ];
    const commands = reasons.map(([words]) => ['run', ...words, '--', 'echo', 'the command ran']);
    const results = await runAlone(t, home, commands);
    for (const [index, { code, out, err }] of results.entries()) {
      const [words = [], reason = /(?!)/] = reasons[index] ?? [];
      assert.deepEqual([code, out], [2, ''], `${words.join(' ')}: ${err}`);
      assert.match(err, /^sparring: [^\n]+\n$/);
      assert.match(err, reason);
    }
  });

  it('ends with exit code 1 and a sentence when it waits for something that cannot happen', async (t) => {
    const never = 'data:text/javascript,Promise.all = () => new Promise(() => {})';
    const { code, out, err } = await (await start(t, ['--', 'echo', 'ran'], { node: ['--import', never] }))
      .finish;
    assert.deepEqual([code, out, err], [1, '', 'sparring: The command ended before it was complete.\n']);
  });
});

describe('sparring run passes signals to the command', { concurrency: 3, skip: !isPosix() }, () => {
  it('each, and keeps running until the command ends', async (t) => {
    const signals = ['SIGINT', 'SIGHUP', 'SIGUSR2', 'SIGTERM'] as const;
    const script = `
      for (const signal of ${JSON.stringify(signals)}) process.on(signal, () => console.log('got', signal));
      process.on('SIGQUIT', () => process.exit(7));
      ${WAIT}`;
    const running = await start(t, runScript(script));
    const [, , port = ''] = await running.printed(/ready (\d+) (\d+)/);
    for (const signal of signals) {
      running.process.kill(signal);
      await running.printed(new RegExp(`got ${signal}\n`));
      assert.equal(isRunning(running.process.pid ?? 0), true);
      assert.equal(await isListening(Number(port)), true);
    }
    running.process.kill('SIGQUIT');
    const { code, out } = await running.finish;
    assert.deepEqual(out.split('\n').slice(1), [...signals.map((signal) => `got ${signal}`), '']);
    assert.equal(code, 7);
    assert.equal(await isListening(Number(port)), false);
  });

  it('until SIGKILL ends the command', async (t) => {
    const running = await start(t, runScript(WAIT));
    const [, pid = ''] = await running.printed(/ready (\d+)/);
    process.kill(Number(pid), 'SIGKILL');
    assert.equal((await running.finish).code, 137);
  });
});

describe('sparring run leaves no process behind', { concurrency: 3, skip: !isPosix() }, () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL'] as const) {
    it(`after ${signal}, the descendants of the command included`, async (t) => {
      // The shell starts a process of its own, as `npm test` does.
      const script = `sleep 61 & sleep 62 & exec ${process.execPath} -e "${WAIT}"`;
      const running = await start(t, ['--', 'sh', '-c', script]);
      const [, , port = ''] = await running.printed(/ready (\d+) (\d+)/);
      // The watchdog starts last.
      let all: number[] = [];
      await until(() => {
        all = descendants(running.process.pid ?? 0);
        return all.length >= 4;
      });
      t.after(() => all.filter(isRunning).forEach((pid) => void process.kill(pid, 'SIGKILL')));
      running.process.kill(signal);
      assert.ok(await ended(all, 8000), `left after ${signal}: ${all.filter(isRunning)}`);
      await running.finish;
      assert.equal(await isListening(Number(port)), false);
    });
  }

  it('after a crash of the server, also if the command ignores SIGTERM', async (t) => {
    const script = `process.on('SIGTERM', () => console.log('ignored')); ${WAIT}`;
    const running = await start(t, runScript(script));
    await running.printed(/ready (\d+)/);
    const all = descendants(running.process.pid ?? 0);
    running.process.kill('SIGKILL');
    assert.ok(await ended(all, 10_000));
  });
});

function isPosix(): boolean {
  return process.platform !== 'win32';
}
