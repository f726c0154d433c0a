import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { createServer } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { TOTP } from 'otpauth';
import { openStore } from '#accounts/storage/open.ts';
import { parseDocument } from '#config/document.ts';
import { settingRows, toKey, toVariable } from '#config/settings/settings.ts';
import { applySeed, parseDocumentSeed } from '#control/seed/seed.ts';
import { createRuntime } from '#runtime.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { command, launcher, run, temporaryFolder } from '#test/support/commands/command.ts';
import { compileCache } from '#test/support/commands/compile-cache.ts';
import { assertUsageError, runInProcess } from '#test/support/commands/in-process-command.ts';
import { version } from '#version.ts';

const inMemory = ['--port', '0', '--database', 'memory', '--password-cost', 'test'];

async function serve(t: TestContext, home: string, words: readonly string[] = inMemory) {
  const server = command(t, home, words);
  const [, url = ''] = await server.printed(/Testing service +(\S+)\//);
  return { ...server, url };
}

describe('sparring', () => {
  it('prints its version', async (t) => {
    const { code, out, err } = await run(t, await temporaryFolder(t), ['--version']);
    assert.deepEqual([code, out, err], [0, `${version}\n`, '']);
  });

  it('prints its version for the short flag', async () => {
    assert.deepEqual(await runInProcess(['-v']), { code: 0, out: `${version}\n`, err: '' });
  });

  it('prints every setting with its variable and default in the help', async () => {
    const help = await runInProcess(['--help-all']);
    assert.equal(help.code, 0);
    for (const [name, { type }] of settingRows) {
      assert.ok(help.out.includes(`--${type.kind === 'switch' ? '[no-]' : ''}${toKey(name)}`), name);
      assert.ok(help.out.includes(toVariable(name)), name);
    }
    assert.match(help.out, /default:\s+8080/);
  });

  it('prints the commands before the settings in the help, and only the settings that a command uses', async () => {
    const sections = ({ out }: { readonly out: string }) => out.match(/^[A-Z][\w ]*:$/gm);
    assert.deepEqual(sections(await runInProcess(['--help-all']))?.slice(0, 3), [
      'Commands:',
      'Options:',
      'Listening:',
    ]);
    assert.deepEqual(sections(await runInProcess(['config', '--help']))?.slice(0, 2), [
      'Options:',
      'Listening:',
    ]);
    const outbox = await runInProcess(['outbox', '--help']);
    assert.deepEqual(sections(outbox), ['Options:']);
    assert.match(outbox.out, /--database/);
    assert.doesNotMatch(outbox.out, /--password-cost/);
    assert.match((await runInProcess(['user', 'add', '--help'])).out, /--password-cost/);
  });

  it('helps with commands and topics', async () => {
    assert.match((await runInProcess(['help', 'seed'])).out, /client_secret/);
    assert.match((await runInProcess(['help', 'user', 'add'])).out, /Usage: sparring user add /);
    assert.match((await runInProcess(['help'])).out, /Examples:/);
    assert.match((await runInProcess(['help', 'two-factor'])).out, /two_factor: \{ method: sms, phone/);
    const { code, err } = await runInProcess(['user']);
    assert.equal(code, 2);
    assert.match(err, /two-factor/);
  });

  it('prints a valid seed in the help', async (t) => {
    const { out } = await runInProcess(['help', 'seed']);
    const [, seedText = ''] = /^(users:[\s\S]*?)\n\n/m.exec(out) ?? [];
    const store = await openStore('memory');
    t.after(() => store.close());
    const seed = await parseDocumentSeed(await parseDocument(seedText, 'help'), '.');
    await applySeed({ store, runtime: createRuntime(), passwordCost: 'test' }, seed);
    assert.equal((await store.users.list()).length, 3);
  });

  it('reports invalid arguments in one sentence', async (t) => {
    const home = await temporaryFolder(t);
    const at = (name: string) => path.join(home, name);
    await writeFile(at('bad.yaml'), 'users:\n  - { logn: mona, password: x }\n');
    await writeFile(at('config.yaml'), 'prot: 80\n');
    const cases: [words: string[], message: RegExp][] = [
      [['--prot', '80'], /unknown option '--prot' \(did you mean --port\?\)\.$/m],
      [['--xyzzy'], /unknown option '--xyzzy'; see: sparring help serve\.$/m],
      [['user', 'add', 'mona', '--xyzzy'], /unknown option '--xyzzy'; see: sparring help user add\.$/m],
      [
        ['run', 'pytest', '-x'],
        /unknown option '-x'; name the command after --: sparring run -- COMMAND\.$/m,
      ],
      [['user', 'xyzzy'], /unknown command 'xyzzy'; see: sparring help user\.$/m],
      [
        ['stub', 'GET', '/users'],
        /expected 1 argument but got 2: GET, \/users; quote the method and the path: sparring stub 'GET \/users'\.$/m,
      ],
      [['backup'], /missing required argument 'FILE'; see: sparring help backup\.$/m],
      [['serv'], /There is no command "serv" \(did you mean serve\?\)/],
      [['user', 'ad'], /unknown command 'ad' \(did you mean add\?\)/],
      [['--port', '99999'], /--port must be a whole number from 0 to 65535, not "99999"/],
      [['--port'], /option '--port <PORT>' needs a value\.$/m],
      [['--port='], /--port must be a whole number from 0 to 65535, not ""/],
      [
        ['serve', 'now'],
        /too many arguments for 'serve': expected 0 arguments but got 1: now; see: sparring help serve\.$/m,
      ],
      [['--database', 'mysql://me:hunter2@db/x'], /--database must be memory, sqlite:PATH or postgres:/],
      [['--database', './x.db'], / or postgres:\S+ \(did you mean sqlite:\.\/x\.db\?\)\.$/m],
      [['--database', 'file:///var/x'], /\(did you mean sqlite:\/var\/x\?\)\.$/m],
      [['--database', ':memory:'], /\(did you mean memory\?\)\.$/m],
      [['--database', 'me:hunter2@db/x'], /postgres:\/\/USER:PASSWORD@HOST\/NAME\.$/m],
      [
        ['--api-version', 'ghes-2.21'],
        /--api-version must be one of .*, not "ghes-2\.21" \(did you mean ghes-2\.\d+\?\)\./,
      ],
      [['--database', `sqlite:${home}`], /Cannot use the SQLite database /],
      [
        ['--database', 'postgres://me:hunter2@127.0.0.1:1/x'],
        /Cannot use the PostgreSQL database at 127\.0\.0\.1:1\/x/,
      ],
      [
        [...inMemory, '--seed', at('none.yaml')],
        /Cannot read \S+, which --seed names: there is no such file/,
      ],
      [
        [...inMemory, '--seed', at('bad.yaml')],
        /bad\.yaml:2: users\[0\]\.logn is not .* \(did you mean login\?\)/,
      ],
      [['--config', at('config.yaml')], /config\.yaml:1: there is no setting "prot" \(did you mean port\?\)/],
      [['config', '--config', home], /Cannot read \S+, which --config names: it is a folder/],
      [
        [...inMemory, '--host', '192.0.2.1'],
        /This machine does not have the address 192\.0\.2\.1; change --host/,
      ],
      [['help', 'sed'], /There is no help on "sed" \(did you mean seed\?\)/],
      [
        ['help', 'xyzzy'],
        /There is no help on "xyzzy"; topics and commands with help are seed, two-factor, .*, app, outbox, /,
      ],
    ];
    for (const [words, message] of cases) {
      const finish = await runInProcess(words);
      assertUsageError(finish, message);
      assert.doesNotMatch(finish.err, /hunter2/);
    }
  });

  it('is an error for any invalid arguments', async () => {
    const word = fc.oneof(
      fc.constantFrom(
        'user',
        'app',
        'add',
        'list',
        'config',
        'help',
        'two-factor',
        'code',
        '--off',
        '--sms',
        '--url',
        '--all',
        '--',
        '-',
        '--no-starter',
      ),
      fc.constantFrom(
        '--port',
        '--port=1',
        '--seed',
        '--trusted-proxy',
        '::1',
        '-h',
        '--database',
        'memory',
        '--name',
      ),
      fc.string({ unit: anyCharacter, maxLength: 8 }),
    );
    // The first argument prevents the start of a server, and memory prevents access to the data of this machine.
    const words = fc.tuple(
      fc.constantFrom('user', 'app', 'outbox', 'config', 'help', 'nonsense'),
      fc.array(word, { maxLength: 5 }),
    );
    await fc.assert(
      fc.asyncProperty(words, async ([first, rest]) => {
        const { code, err } = await runInProcess([first, ...rest], {
          variables: { SPARRING_DATABASE: 'memory' },
        });
        assert.ok(code === 0 || code === 2, err);
        assert.doesNotMatch(err, /\bat .*:\d+:\d+/);
      }),
      { numRuns: 200 },
    );
  });

  it('names the flag to change when the port is in use, and creates the starter at the next start', async (t) => {
    const home = await temporaryFolder(t);
    const other = createServer().listen(0, '127.0.0.1');
    t.after(() => other.close());
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const database = ['--database', `sqlite:${path.join(home, 'a.db')}`];
    assertUsageError(
      await runInProcess(database, { variables: { SPARRING_PORT: port } }),
      /Port \d+ on 127\.0\.0\.1 is already in use; choose another with --port, .* \(from SPARRING_PORT\)\./,
    );
    assert.equal(
      (await runInProcess(['app', 'list', ...database])).out,
      `There is no application in ${path.join(home, 'a.db')}; add one with: sparring app add NAME --homepage URL\n`,
    );
  });

  it('prints the effective settings and their origins', async (t) => {
    const home = await temporaryFolder(t);
    const [file, url] = [path.join(home, 'config.yaml'), path.join(home, 'url')];
    await writeFile(file, 'max-duration: 5\nport: 1\n');
    await writeFile(url, 'postgres://me:hunter2@db/x\n');
    const { out, err, code } = await runInProcess(['config', '--port', '2', '--no-starter'], {
      variables: {
        SPARRING_CONFIG: file,
        SPARRING_DATABASE_FILE: url,
        SPARRING_MAX_BODY_SIZE: '64k',
        SPARRING_PROT: '3',
      },
    });
    assert.equal(code, 0);
    assert.match(err, /SPARRING_PROT means nothing here \(did you mean SPARRING_PORT\?\)/);
    assert.match(out, /^port: 2 +# --port$/m);
    assert.match(out, /^starter: false +# --no-starter$/m);
    assert.match(out, /^max-duration: 5s +# \S+config\.yaml:1: max-duration$/m);
    assert.match(out, /^max-body-size: 64k +# SPARRING_MAX_BODY_SIZE$/m);
    assert.match(out, /^database: postgres:\/\/me:\*\*\*@db\/x +# SPARRING_DATABASE$/m);
  });

  it('reads the control token from a file, and warns about one on the command line', async (t) => {
    const file = path.join(await temporaryFolder(t), 'token');
    await writeFile(file, 'a-token-of-the-file\n', { mode: 0o600 });
    const ofFile = await runInProcess(['config', '--control-token-file', file], {
      variables: { SPARRING_CONTROL_TOKEN: 'a-token-of-the-variable' },
    });
    assert.deepEqual([ofFile.code, ofFile.err], [0, '']);
    assert.match(ofFile.out, /^control-token: "\*\*\*" +# --control-token-file$/m);
    const typed = await runInProcess(['config', '--control-token', 'a-token-that-is-typed']);
    assert.equal(typed.code, 0);
    assert.equal(
      typed.err,
      'sparring: A list of the processes of this machine shows the value of --control-token; use --control-token-file or SPARRING_CONTROL_TOKEN.\n',
    );
    const both = ['config', '--control-token', 'x', '--control-token-file', file];
    assertUsageError(await runInProcess(both), /--control-token and --control-token-file are both given/);
    await writeFile(file, 'short');
    assertUsageError(
      await runInProcess(['config', '--control-token-file', file]),
      /--control-token-file must be a token of 16 to 255 letters/,
    );
    const { out } = await runInProcess(['help', 'serve']);
    assert.match(out, /--control-token-file <FILE>/);
    assert.match(out, /Process\s+lists\s+show\s+the\s+flag/);
  });

  it('lists every endpoint with its file', async () => {
    const { code, out } = await runInProcess(['endpoints', '--source']);
    assert.equal(code, 0);
    assert.match(out, /^ {2}\/get +GET +src\/testing\/endpoints\/get\.ts$/m);
    assert.match(
      out,
      /^ {2}\/api\/v3\/authorizations +GET.* +src\/accounts\/api\/endpoints\/authorizations\.ts$/m,
    );
  });

  it('ignores a closed pipe', async (t) => {
    const early = command(t, await temporaryFolder(t), ['help']);
    early.process.stdout?.destroy();
    const { code, err } = await early.finish;
    assert.deepEqual([code, err], [0, '']);
  });

  it('prints one line when the output cannot be written', { skip: !existsSync('/dev/full') }, async (t) => {
    const home = await temporaryFolder(t);
    for (const words of ['endpoints', '--version', 'config', 'help settings']) {
      const shell = `exec "$0" "$1" ${words} >/dev/full`;
      const env = { PATH: process.env.PATH, HOME: home, ...compileCache() };
      const child = spawn('/bin/sh', ['-c', shell, process.execPath, launcher], { env });
      const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
      assert.equal(
        err,
        'sparring: The output cannot be written: ENOSPC: no space left on device, write\n',
        words,
      );
      assert.equal(code, 1);
    }
  });
});

describe('sparring serve', () => {
  it('prints the URLs and, on an empty database, the credentials once', async (t) => {
    const home = await temporaryFolder(t);
    const words = ['--port', '0', '--password-cost', 'test'];
    const first = await serve(t, home, words);
    const [, password] = await first.printed(/Password +(\S+)/);
    const [, curl = ''] = await first.printed(/Try +(.+)\n/);
    assert.ok(curl.includes(`curl -u starter:${password} ${first.url}/api/v3/user`));
    const response = await fetch(`${first.url}/api/v3/user`, {
      headers: { Authorization: `Basic ${btoa(`starter:${password}`)}` },
    });
    assert.equal(response.status, 200);
    first.process.kill('SIGTERM');
    const { code, out } = await first.finish;
    assert.equal(code, 0);
    assert.match(out, new RegExp(`^Sparring ${version}\n`));
    assert.match(out, /Authorizations +http:\S+\/api\/v3\n/);
    assert.match(out, /Docs +http:\S+\/docs\n/);
    assert.ok(out.includes(path.join(home, 'data', 'sparring', 'sparring.db')));
    assert.ok(!out.includes('\u001b'));

    const second = await serve(t, home, words);
    second.process.kill('SIGINT');
    const again = await second.finish;
    assert.equal(again.code, 0);
    assert.match(
      again.out,
      /Sign in +as the user in the database; a new password: sparring user password LOGIN; add another with: sparring user add LOGIN\n/,
    );
    assert.ok(!again.out.includes('Password') && !again.out.includes(String(password)));
  });

  it('prints a new token of the control API with the inspector, once', async (t) => {
    const home = await temporaryFolder(t);
    const file = path.join(home, 'control-token');
    const words = ['--port', '0', '--database', 'memory', '--no-starter', '--control-token-file', file];
    const first = await serve(t, home, words);
    const [, token = ''] = await first.printed(/Token +(\S+)\n/);
    assert.equal(`${token}\n`, await readFile(file, 'utf8'));
    const [, inspector = ''] = await first.printed(/Token .+\n +Inspector +(\S+)\n/);
    assert.equal(inspector, `${first.url}/_sparring/inspector`);
    const [, address = ''] = await first.printed(/Try +curl -H 'Authorization: Bearer .+' (\S+)\n/);
    for (const [value, status] of [
      [token, 200],
      ['x'.repeat(36), 403],
    ] as const)
      assert.equal((await fetch(address, { headers: { Authorization: `Bearer ${value}` } })).status, status);
    first.process.kill('SIGTERM');
    assert.equal((await first.finish).code, 0);

    const second = await serve(t, home, words);
    second.process.kill('SIGTERM');
    const again = await second.finish;
    assert.equal(again.code, 0);
    assert.ok(!again.out.includes(token) && !again.err.includes(token));
  });

  it('creates no starter when the seed has users', async (t) => {
    const home = await temporaryFolder(t);
    await writeFile(
      path.join(home, 'seed.json'),
      '{"users":[{"login":"mona","password":"correct-horse-1"}]}',
    );
    const seeded = await serve(t, home, [...inMemory, '--seed', 'seed.json']);
    await seeded.printed(/Sign in +as the user of the seed\n/);
    const headers = { Authorization: `Basic ${btoa('mona:correct-horse-1')}` };
    assert.equal((await fetch(`${seeded.url}/api/v3/user`, { headers })).status, 200);
  });

  it('writes the port file when it listens and removes it at the end', async (t) => {
    const home = await temporaryFolder(t);
    const file = path.join(home, 'port');
    const server = command(t, home, [
      ...inMemory,
      '--port-file',
      file,
      '--log-requests',
      '--log-format',
      'json',
    ]);
    await server.printed(/Docs/);
    while (!existsSync(file)) await new Promise((resolve) => setImmediate(resolve));
    const port = await readFile(file, 'utf8');
    assert.match(port, /^\d+\n$/);
    assert.equal((await fetch(`http://127.0.0.1:${port.trim()}/basic-auth/mona/s3cret`)).status, 401);
    const [line] = await server.printed(/^.*GET .*$/m, 'err');
    assert.equal(JSON.parse(line).msg, 'GET /basic-auth/{user}/{passwd} 401');
    server.process.kill('SIGTERM');
    const { code, err } = await server.finish;
    assert.equal(code, 0);
    assert.doesNotMatch(err, /s3cret/);
    assert.equal(existsSync(file), false);
  });

  it('waits for requests in progress after a signal, and exits immediately after another', async (t) => {
    const home = await temporaryFolder(t);
    const patient = await serve(t, home);
    const { body, end } = await beginPost(`${patient.url}/post`);
    patient.process.kill('SIGTERM');
    const waiting = 'Waiting for 1 request \\(up to 11 s\\)\\. Another signal stops the server now\\.';
    await patient.printed(new RegExp(waiting), 'err');
    body.end('bc');
    assert.equal(await end, 200);
    const stopped = await patient.finish;
    assert.equal(stopped.code, 0);
    assert.equal(stopped.err.match(/Closing after SIGTERM/g)?.length, 1);

    for (const [signal, code] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
      ['SIGHUP', 129],
    ] as const) {
      const hurried = await serve(t, home, [...inMemory, '--max-duration', '1h']);
      const cut = await beginPost(`${hurried.url}/post`);
      hurried.process.kill(signal);
      const [line = ''] = await hurried.printed(/Waiting for 1 request \(up to 3601 s\)\..*/, 'err');
      assert.equal(line.includes('Press Ctrl-C again to stop now.'), signal === 'SIGINT');
      // A repeated signal within the debounce time is ignored, so the test sends several.
      const again = setInterval(() => hurried.process.kill(signal), 50);
      t.after(() => clearInterval(again));
      assert.equal((await hurried.finish).code, code);
      clearInterval(again);
      assert.equal(await cut.end, 'socket hang up');
    }
  });

  it('ends delays and streams immediately after a signal, without a message about waiting', async (t) => {
    const server = await serve(t, await temporaryFolder(t));
    const delayed = await beginPost(`${server.url}/delay/9`);
    delayed.body.end('bc');
    const streams = ['/sse?duration=9s', '/drip?duration=9'].map((path) =>
      beginStream(`${server.url}${path}`),
    );
    // The server reads the requests in the order of their arrival.
    await fetch(`${server.url}/get`);
    const begun = performance.now();
    server.process.kill('SIGINT');
    const { code, err } = await server.finish;
    assert.ok(performance.now() - begun < 5000);
    assert.equal(code, 0);
    assert.doesNotMatch(err, /Waiting/);
    assert.equal(await delayed.end, 503);
    assert.deepEqual(await Promise.all(streams), ['aborted', 'aborted']);
  });
});

/** A request whose body the server is reading, and its result. */
async function beginPost(url: string): Promise<{ body: ClientRequest; end: Promise<number | string> }> {
  const body = request(url, { method: 'POST', headers: { Expect: '100-continue', 'Content-Length': 3 } });
  const end = new Promise<number | string>((resolve) => {
    body.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)));
    body.on('error', (error) => resolve(error.message));
  });
  body.flushHeaders();
  await once(body, 'continue');
  body.write('a');
  return { body, end };
}

/** A stream whose head has arrived, and its result. */
async function beginStream(url: string): Promise<string> {
  const call = request(url).end();
  const [response] = await once(call, 'response');
  return new Promise((resolve) => {
    response.resume().on('end', () => resolve('ended'));
    response.on('error', (error: Error) => resolve(error.message));
  });
}

describe('sparring user and app', () => {
  it('work on the database beside a running server', async (t) => {
    const home = await temporaryFolder(t);
    const base = ['--database', `sqlite:${path.join(home, 'a.db')}`, '--password-cost', 'test'];
    const server = await serve(t, home, [...base, '--port', '0', '--no-starter']);
    await server.printed(
      /Sign in +no users; add one with: sparring user add LOGIN --database sqlite:\S+a\.db\n/,
    );
    const user = async (credentials: string, code = '') => {
      const headers = { Authorization: `Basic ${btoa(credentials)}`, ...(code && { 'X-GitHub-OTP': code }) };
      return (await fetch(`${server.url}/api/v3/authorizations`, { headers })).status;
    };

    const added = await runInProcess(['user', 'add', 'mona', '--name', 'Mona', ...base]);
    const [, made] = /Password +(\S+)/.exec(added.out) ?? [];
    assert.equal(await user(`mona:${made}`), 200);

    const input = 'correct-horse-1\n';
    const changed = await runInProcess(['user', 'password', 'MONA', '--password-stdin', ...base], { input });
    assert.deepEqual(
      [changed.code, changed.out],
      [0, `Changed the password of mona.\n  Database  ${path.join(home, 'a.db')}\n`],
    );
    assert.deepEqual([await user(`mona:${made}`), await user('mona:correct-horse-1')], [401, 200]);

    const enrolled = await runInProcess(['user', 'two-factor', 'mona', ...base]);
    const [, secret = ''] = /Secret +(\S+)/.exec(enrolled.out) ?? [];
    assert.match(enrolled.out, /URI +otpauth:\/\/totp\/Sparring:mona\?/);
    assert.equal(await user('mona:correct-horse-1'), 401);
    assert.equal(await user('mona:correct-horse-1', new TOTP({ secret }).generate()), 200);
    await runInProcess(['user', 'two-factor', 'mona', '--off', ...base]);
    assert.equal(await user('mona:correct-horse-1'), 200);

    const texted = await runInProcess(['user', 'two-factor', 'mona', '--sms', '+1 (555) 01-00', ...base]);
    assert.match(
      texted.out,
      /^mona signs in with a code sent to \+15550100 from now on; sparring outbox mona/,
    );
    assert.equal(await user('mona:correct-horse-1'), 401);
    await fetch(`${server.url}/api/v3/authorizations`, {
      method: 'PATCH',
      headers: { Authorization: `Basic ${btoa('mona:correct-horse-1')}` },
    });
    const { out: sent } = await runInProcess(['outbox', 'mona', ...base]);
    assert.equal(await user('mona:correct-horse-1', sent.trim()), 200);
    await runInProcess(['user', 'two-factor', 'mona', '--off', ...base]);

    assert.equal(
      (await runInProcess(['user', 'suspend', 'MONA', ...base])).out,
      `mona is suspended.\n  Database  ${path.join(home, 'a.db')}\n`,
    );
    assert.equal(await user('mona:correct-horse-1'), 403);
    const off = await runInProcess(['user', 'suspend', 'mona', '--off', ...base]);
    assert.deepEqual(
      [off.code, off.out],
      [0, `mona is no longer suspended.\n  Database  ${path.join(home, 'a.db')}\n`],
    );
    assert.equal(await user('mona:correct-horse-1'), 200);

    const app = await runInProcess([
      'app',
      'add',
      'Build Bot',
      '--url',
      'https://b.example',
      '--owner',
      'mona',
      '--callback-url',
      'https://b.example/callback',
      ...base,
    ]);
    const [, clientId = '', clientSecret] =
      /Client id +(\w{20})\n +Client secret +(\w{40})/.exec(app.out) ?? [];
    const granted = await fetch(`${server.url}/api/v3/authorizations/clients/${clientId}`, {
      method: 'PUT',
      headers: { Authorization: `Basic ${btoa('mona:correct-horse-1')}` },
      body: JSON.stringify({ client_secret: clientSecret }),
    });
    assert.equal(granted.status, 201);
    const list = await runInProcess(['app', 'list', ...base]);
    assert.equal(list.out, `${clientId}  Build Bot  https://b.example  (mona)\n`);
    const store = await openStore(base[1] ?? '');
    t.after(() => store.close());
    const { callbackUrl } = (await store.applications.byClientId(clientId)) ?? {};
    assert.equal(callbackUrl, 'https://b.example/callback');
  });

  it('end the sessions of a changed password, and the recovery codes of a changed second factor', async (t) => {
    const home = await temporaryFolder(t);
    const database = `sqlite:${path.join(home, 'a.db')}`;
    const base = ['--database', database, '--password-cost', 'test'];
    await runInProcess(['user', 'add', 'mona', ...base]);
    const store = await openStore(database);
    t.after(() => store.close());
    const id = (await store.users.byLogin('mona'))?.id ?? 0;
    const left = async (...words: string[]) => {
      const session = { userId: id, stage: 'signed-in', createdAt: 0, expiresAt: 1 } as const;
      await store.sessions.delete(['digest']);
      await store.sessions.add('digest', { ...session, address: '', userAgent: null }, 1);
      await store.recoveryCodes.replace(id, ['code']);
      assert.equal((await runInProcess(['user', ...words, ...base])).code, 0);
      return [
        (await store.sessions.byDigest('digest', 0)) !== undefined,
        await store.recoveryCodes.count(id),
      ];
    };
    assert.deepEqual(await left('password', 'mona'), [false, 1]);
    assert.deepEqual(await left('suspend', 'mona'), [false, 1]);
    assert.deepEqual(await left('suspend', 'mona', '--off'), [true, 1]);
    assert.deepEqual(await left('two-factor', 'mona'), [true, 0]);
    assert.deepEqual(await left('two-factor', 'mona', '--off'), [true, 0]);
  });

  it('reject names that are taken, missing or empty', async (t) => {
    const home = await temporaryFolder(t);
    const base = ['--database', `sqlite:${path.join(home, 'a.db')}`, '--password-cost', 'test'];
    await runInProcess(['user', 'add', 'mona', ...base]);
    const cases: [words: string[], message: RegExp][] = [
      [['user', 'add', 'Mona', ...base], /There is a user Mona already\./],
      [['user', 'add', 'a b', ...base], /LOGIN must be 1 to 39 letters/],
      [['user', 'add', 'hubot', '--password', '', ...base], /The password from --password is empty/],
      [['user', 'add', 'hubot', '--password-stdin', ...base], /The password from standard input is empty/],
      [['user', 'add', 'hubot', '--password', 'x', '--password-stdin', ...base], /cannot both be given/],
      [['user', 'add', ...base], /missing required argument 'LOGIN'/],
      [['user', 'password', 'moan', ...base], /There is no user "moan" \(did you mean mona\?\)/],
      [
        ['user', 'two-factor', 'mona', '--secret', 'not base32!', ...base],
        /--secret must be the secret in base32/,
      ],
      [
        ['user', 'two-factor', 'mona', '--sms', '555 0100', ...base],
        /--sms must be a telephone number of a plus sign and up to 15 digits, such as \+15550100\./,
      ],
      [['user', 'two-factor', 'mona', '--sms', '+15550100', '--off', ...base], /--sms and --off cannot both/],
      [['user', 'two-factor', 'mona', '--secret', 'x', '--sms', 'y', ...base], /--secret and --sms cannot/],
      [
        ['user', 'add', 'hubot', '--database', 'memory'],
        /A database in memory, as --database says, ends with this command/,
      ],
      [['app', 'add', 'Bot', ...base], /Add --homepage with the URL of the home page\./],
      [['app', 'add', 'Bot', '--url', 'b.example', ...base], /--url must be a URL that begins with http/],
      [['app', 'add', 'Bot', '--url', 'http://b', '--owner', 'x', ...base], /There is no user "x"/],
      [
        ['app', 'add', 'Bot', '--url', 'http://b', '--callback-url', 'b', ...base],
        /--callback-url must be a URL that begins with http/,
      ],
    ];
    for (const [words, message] of cases) assertUsageError(await runInProcess(words), message);
  });
});
