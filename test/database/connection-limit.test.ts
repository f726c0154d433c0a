import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { openStore } from '#accounts/storage/open.ts';
import { command, type Finish, temporaryFolder } from '../support/commands/command.ts';
import { runInProcess } from '../support/commands/in-process-command.ts';
import { openPgBouncer } from '../support/databases/pgbouncer.ts';
import { administer, openPostgresSchema } from '../support/databases/postgres.ts';

interface Limited {
  /** The URL of the schema for the role. */
  readonly url: string;
  readonly role: string;
  readonly database: string;
  administer(text: string): Promise<void>;
}

/** A schema for a role that is not a superuser, whose connections can be limited. */
async function openLimited(t: TestContext): Promise<Limited | undefined> {
  const url = await openPostgresSchema(t);
  if (url === undefined) return undefined;
  const limited = new URL(url);
  const role = limited.searchParams.get('options')?.split('=')[1] ?? '';
  await administer(url, `create role ${role} login password 'x'; grant all on schema ${role} to ${role}`);
  t.after(() => administer(url, `drop owned by ${role} cascade; drop role ${role}`));
  limited.username = role;
  limited.password = 'x';
  return {
    url: limited.href,
    role,
    database: limited.pathname.slice(1),
    administer: (text) => administer(url, text),
  };
}

/** Runs the command until it serves or ends. */
async function start(
  t: TestContext,
  url: string,
  workers: number,
): Promise<Omit<Finish, 'signal'> | 'serves'> {
  const words = ['--port', '0', '--database', url, '--password-cost', 'test', '--workers', String(workers)];
  const started = command(t, await temporaryFolder(t), words);
  const serves = started.printed(/Testing service/).then(() => 'serves' as const);
  const outcome = await Promise.race([serves, started.finish]);
  started.process.kill('SIGTERM');
  await started.finish;
  return outcome;
}

function assertRejected(outcome: Awaited<ReturnType<typeof start>>, reason: string): void {
  assert.ok(outcome !== 'serves');
  assert.match(outcome.err, /^sparring: Cannot use the PostgreSQL database at [^ ]+: [^\n]*\.\n$/);
  assert.equal(outcome.err.slice(outcome.err.indexOf(': the server') + 2), `${reason}.\n`);
  assert.equal(outcome.code, 2);
}

describe('a server whose connections to PostgreSQL are limited', () => {
  it('starts with as many as it needs; otherwise, the error has both numbers', async (t) => {
    const limited = await openLimited(t);
    if (!limited) return;
    const { role, url } = limited;
    for (const [workers, needed] of [
      [1, 5],
      [2, 14],
    ] as const) {
      for (const limit of [1, needed - 1]) {
        await limited.administer(`alter role ${role} connection limit ${limit}`);
        assertRejected(
          await start(t, url, workers),
          `the server needs ${needed} connections, and the role ${role} allows ${limit}`,
        );
      }
      await limited.administer(`alter role ${role} connection limit ${needed}`);
      assert.equal(await start(t, url, workers), 'serves');
    }
  });

  it('names the database if that is what limits them', async (t) => {
    const limited = await openLimited(t);
    if (!limited) return;
    if (process.env.DATABASE_URL) return t.skip('other tests use the database');
    const { database, url } = limited;
    await limited.administer(`alter database ${database} connection limit 2`);
    t.after(() => limited.administer(`alter database ${database} connection limit -1`));
    assertRejected(
      await start(t, url, 1),
      `the server needs 5 connections, and the database ${database} allows 2`,
    );
  });

  it('starts behind a pooler, whose connections its clients share', async (t) => {
    const limited = await openLimited(t);
    const url = limited && (await openPgBouncer(t, limited.url, 'default_pool_size = 2'));
    if (!limited || !url) return;
    await limited.administer(`alter role ${limited.role} connection limit 2`);
    assert.equal(await start(t, url, 1), 'serves');
  });

  it('does not start while others use them, and gives the reason to the operator', async (t) => {
    const limited = await openLimited(t);
    if (!limited) return;
    const { role, url } = limited;
    await limited.administer(`alter role ${role} connection limit 5`);
    const other = await openStore(url);
    t.after(() => other.close());
    await Promise.all([other.counts(), other.counts()]);
    const outcome = await start(t, url, 1);
    assert.ok(outcome !== 'serves');
    assert.equal(outcome.err, `sparring: The database is busy: too many connections for role "${role}".\n`);
    assert.equal(outcome.code, 2);
  });

  it('lets commands run with two', async (t) => {
    const limited = await openLimited(t);
    if (!limited) return;
    const { role, url } = limited;
    await limited.administer(`alter role ${role} connection limit 2`);
    const { code, err } = await runInProcess(['app', 'list', '--database', url]);
    assert.deepEqual([code, err], [0, '']);
  });
});
