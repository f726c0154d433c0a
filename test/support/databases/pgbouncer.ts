import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { freePort, unprivileged } from './postgres.ts';

/**
 * The URL of a PgBouncer in transaction mode in front of a schema, which ends with the test. Where it is not installed,
 * the test is skipped and the result is undefined.
 */
export async function openPgBouncer(
  t: TestContext,
  target: string,
  settings = '',
): Promise<string | undefined> {
  try {
    const { url, stop } = await startPgBouncer(target, settings);
    // After a server that uses it is closed: hooks run in the order in which they were added.
    t.after(() => t.after(stop));
    return url;
  } catch (error) {
    t.skip(`PgBouncer did not start: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}

export interface PgBouncer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a PgBouncer in transaction mode. It rejects when PgBouncer is not installed. */
export async function startPgBouncer(target: string, settings = ''): Promise<PgBouncer> {
  const { hostname, port, pathname, username, password, searchParams } = new URL(target);
  const searchPath = /search_path=(\w+)/.exec(searchParams.get('options') ?? '')?.[1] ?? 'public';
  const folder = await mkdtemp(join(tmpdir(), 'sparring-pgbouncer-'));
  await chmod(folder, 0o755);
  const listenPort = await freePort();
  const server = `host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username} password=${password}`;
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
sparring = ${server} connect_query='set search_path to ${searchPath}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
${settings}
`,
  );
  const owner = await unprivileged();
  const child = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], {
    ...owner,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const closed = once(child, 'close').catch(() => {});
  const stop = async () => {
    child.kill('SIGKILL');
    await closed;
    await rm(folder, { recursive: true });
  };
  let log = '';
  try {
    await new Promise<void>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', () => reject(new Error(log)));
      child.stderr.on('data', (chunk) => {
        log += chunk;
        if (/process up/.test(log)) resolve();
      });
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `postgres://sparring@127.0.0.1:${listenPort}/sparring`, stop };
}
