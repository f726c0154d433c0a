import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { command, temporaryFolder } from '#test/support/commands/command.ts';
import { assertUsageError, runInProcess } from '#test/support/commands/in-process-command.ts';

/**
 * Running servers in memory, a database, and the default database of a home folder, all with the user ada.
 * @param servers the number of servers
 */
async function prepare(t: TestContext, servers = 1) {
  const home = await temporaryFolder(t);
  const variables = { HOME: home, XDG_DATA_HOME: path.join(home, 'data') };
  const file = path.join(home, 'other.db');
  for (const database of [[], ['--database', `sqlite:${file}`]])
    await runInProcess(['user', 'add', 'ada', ...database], { variables });
  const seed = path.join(home, 'seed.json');
  await writeFile(seed, JSON.stringify({ users: [{ login: 'ada', password: 'correct-horse-1' }] }));
  const started = Array.from({ length: servers }, async () => {
    const args = ['--port', '0', '--database', 'memory', '--password-cost', 'test', '--seed', seed];
    const [, url = ''] = await command(t, home, args).printed(/Testing service +(\S+)\//);
    return { url };
  });
  return { home, variables, file, started: await Promise.all(started) };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** The commands that change or read accounts, each with an output that names its effect. */
const commands: readonly (readonly [args: readonly string[], expected: RegExp])[] = [
  [['user', 'add', 'grace'], /^Added the user grace\.\n {2}Password {2}\S+ {2}\(shown once\)\n/],
  [['user', 'password', 'ada', '--password', 'correct-horse-2'], /^Changed the password of ada\.\n/],
  [['user', 'two-factor', 'ada', '--sms', '+15550100'], /^ada signs in with a code sent to \+15550100/],
  [['user', 'two-factor', 'ada', '--off'], /^ada has no second factor\.\n/],
  [['user', 'suspend', 'ada'], /^ada is suspended\.\n/],
  [['user', 'suspend', 'ada', '--off'], /^ada is no longer suspended\.\n/],
  [['app', 'add', 'Bot', '--homepage', 'https://bot.example'], /^Added the application Bot\.\n/],
];

describe('the commands on accounts', () => {
  for (const [name, select, isServer] of [
    ['--url', ({ started: [server] }: Prepared) => ({ args: ['--url', server?.url ?? ''] }), true],
    [
      'SPARRING_URL',
      ({ started: [server] }: Prepared) => ({ variables: { SPARRING_URL: server?.url } }),
      true,
    ],
    ['--database', ({ file }: Prepared) => ({ args: ['--database', `sqlite:${file}`] }), false],
    [
      'SPARRING_DATABASE',
      ({ file }: Prepared) => ({ variables: { SPARRING_DATABASE: `sqlite:${file}` } }),
      false,
    ],
  ] as const)
    it(`act where ${name} says, and only there`, async (t) => {
      const prepared = await prepare(t);
      const { args = [], variables = {} } = select(prepared) as {
        args?: string[];
        variables?: Record<string, string>;
      };
      await check(prepared, args, { ...prepared.variables, ...variables }, isServer);
    });

  it('act on the only running server', async (t) => {
    const prepared = await prepare(t);
    await check(prepared, [], prepared.variables, true);
  });

  it('act on the default database without a server', async (t) => {
    const prepared = await prepare(t, 0);
    for (const [args, expected] of commands) {
      const { code, out } = await runInProcess(args, { variables: prepared.variables });
      assert.equal(code, 0, out);
      assert.match(out, expected);
      assert.match(out, new RegExp(`\\n {2}Database {2,}${prepared.home}\\S+sparring\\.db\\n$`));
    }
  });

  it('are rejected with several servers, and with two selections', async (t) => {
    const prepared = await prepare(t, 2);
    const [one, two] = prepared.started.map(({ url }) => url);
    for (const [args] of [
      ...commands,
      [['app', 'list']],
      [['audit']],
      [['outbox', 'ada']],
      [['user', 'code', 'ada']],
    ]) {
      assertUsageError(
        await runInProcess(args, { variables: prepared.variables }),
        /^sparring: Several servers are running; add --url with one of http:\S+, http:\S+\.\n$/,
      );
      const both = ['--url', one ?? '', '--database', `sqlite:${prepared.file}`];
      assertUsageError(
        await runInProcess([...args, ...both], { variables: prepared.variables }),
        /--database cannot be used with --url/,
      );
    }
    assert.notEqual(one, two);
  });

  it('add a user once', async (t) => {
    const { started, variables } = await prepare(t);
    const args = ['user', 'add', 'twin', '--url', started[0]?.url ?? ''];
    const results = await Promise.all(Array.from({ length: 5 }, () => runInProcess(args, { variables })));
    assert.deepEqual(results.map(({ code }) => code).toSorted(), [0, 2, 2, 2, 2]);
    for (const { code, err } of results)
      if (code === 2) assert.match(err, /rejects the request: There is a user twin already\.\n$/);
  });

  it('print JSON with the place', async (t) => {
    const { started, variables } = await prepare(t);
    const server = started[0]?.url ?? '';
    const added = await runInProcess(['user', 'add', 'json', '--json', '--url', server], { variables });
    const { password, ...rest } = JSON.parse(added.out);
    assert.match(password, /^\S{8,}$/);
    assert.deepEqual(rest, { login: 'json', server });
  });
});

/** Runs all commands, and compares the accounts of the server and of the databases before and after. */
async function check(
  prepared: Prepared,
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
  isServer: boolean,
): Promise<void> {
  const server = prepared.started[0]?.url ?? '';
  const place = isServer ? `Server {2,}${server}` : `Database {2,}${prepared.file}`;
  for (const [words, expected] of commands) {
    const { code, out, err } = await runInProcess([...words, ...args], { variables });
    assert.equal(code, 0, err);
    assert.match(out, expected);
    assert.match(out, new RegExp(`\\n {2}${place}\\n$`));
  }
  const apps = async (selection: readonly string[]) =>
    (await runInProcess(['app', 'list', ...selection], { variables: prepared.variables })).out;
  assert.equal(/Bot/.test(await apps(['--url', server])), isServer);
  assert.equal(/Bot/.test(await apps(['--database', `sqlite:${prepared.file}`])), !isServer);
  const status = await fetch(`${server}/api/v3/user`, {
    headers: { Authorization: `Basic ${btoa('ada:correct-horse-2')}` },
  });
  assert.equal(status.status, isServer ? 200 : 401);
}
