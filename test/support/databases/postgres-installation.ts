import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { freePort, run, unprivileged } from './postgres.ts';

/** A PostgreSQL server that the system has installed, with the tools of its version. */
export interface PostgresInstallation {
  /** The URL without the name of a database. */
  readonly url: string;
  /** The folder of the tools, such as `pg_dump`. */
  readonly bin: string;
}

/** Starts a server, which ends with the test. Where none is installed, the test is skipped and the result is undefined. */
export async function openPostgresInstallation(t: TestContext): Promise<PostgresInstallation | undefined> {
  const programs = ['initdb', 'postgres', 'pg_dump', 'pg_restore'];
  const bin = globSync('/usr/{lib/postgresql/*,local/pgsql,pgsql-*}/bin').find((folder) =>
    programs.every((program) => existsSync(join(folder, program))),
  );
  if (bin === undefined) {
    t.skip('No PostgreSQL server with pg_dump and pg_restore is installed: apt-get install postgresql');
    return undefined;
  }
  const folder = await mkdtemp(join(tmpdir(), 'sparring-installation-'));
  const owner = await unprivileged();
  const [data, password] = [join(folder, 'data'), join(folder, 'password')];
  await chmod(folder, 0o755);
  await writeFile(password, 'sparring');
  if (owner.uid !== undefined) await run('chown', ['-R', `${owner.uid}:${owner.gid}`, folder], {});
  const initialise = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--no-sync'];
  await run(join(bin, 'initdb'), [...initialise, `--pgdata=${data}`, `--pwfile=${password}`], owner);
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
  const options = settings.flatMap((setting) => ['-c', setting]);
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...options], {
    ...owner,
    cwd: tmpdir(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const closed = once(server, 'close');
  const end = async () => {
    // An immediate shutdown, which does not wait for connections.
    server.kill('SIGQUIT');
    await closed;
    await rm(folder, { recursive: true, force: true });
  };
  // After the servers that the test starts on it.
  t.after(() => t.after(end));
  let log = '';
  await new Promise<void>((resolve, reject) => {
    server.on('close', () => reject(new Error(log)));
    server.stderr.on('data', (chunk) => {
      log += chunk;
      if (log.includes('ready to accept connections')) resolve();
    });
  });
  return { url: `postgres://postgres:sparring@127.0.0.1:${port}`, bin };
}
