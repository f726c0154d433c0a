import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { descendants } from '../commands/processes.ts';
import { findPrograms, freePort, initialise, run, unprivileged } from './postgres.ts';

/** A PostgreSQL server of its own, whose processes can be killed and stopped. */
export interface PostgresCluster {
  readonly url: string;
  /** Starts the server unless it runs, and resolves when it accepts connections. */
  start(): Promise<void>;
  /** Ends the server like an administrator: connections are closed, and the server writes a checkpoint. */
  stop(): Promise<void>;
  /** Sends the signal to all processes of the server. After SIGKILL, it resolves when they have ended. */
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  /** Kills the server and deletes its folder. */
  remove(): Promise<void>;
}

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=60',
  'io_method=sync',
];

/** Attempts to connect to a server that starts, every 50 ms. */
const MAX_ATTEMPTS = 600;

/**
 * @param folder where the data is, by default in the folder for temporary files
 * @param isDurable whether the server flushes its files; without it, committed data survives SIGKILL but no power loss
 */
export async function createPostgresCluster({
  folder,
  isDurable = true,
  settings = [],
}: {
  folder?: string;
  isDurable?: boolean;
  settings?: readonly string[];
} = {}): Promise<PostgresCluster> {
  const base = folder ?? (await mkdtemp(join(tmpdir(), 'sparring-cluster-')));
  await chmod(base, 0o755);
  const owner = await unprivileged();
  const programs = await mkdtemp(join(tmpdir(), 'sparring-programs-'));
  await chmod(programs, 0o755);
  const bin = await findPrograms(programs, owner);
  const data = join(base, 'data');
  const passwordFile = join(programs, 'password');
  await writeFile(passwordFile, 'sparring');
  await mkdir(data, { mode: 0o700 });
  if (owner.uid !== undefined) await run('chown', [`${owner.uid}:${owner.gid}`, data, passwordFile], {});
  await run(join(bin, 'initdb'), [...initialise, `--pgdata=${data}`, `--pwfile=${passwordFile}`], owner);
  const port = await freePort();
  const url = `postgres://postgres:sparring@127.0.0.1:${port}/postgres`;
  const all = [...SETTINGS, `fsync=${isDurable ? 'on' : 'off'}`, ...settings].flatMap((each) => ['-c', each]);
  let server: ChildProcess | undefined;

  const isRunning = () => server !== undefined && server.exitCode === null && server.signalCode === null;

  function spawnServer(): void {
    server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...all], {
      ...owner,
      cwd: tmpdir(),
      stdio: 'ignore',
    });
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (server === undefined || !isRunning()) return;
    const closed = once(server, 'close');
    const all = [server.pid ?? 0, ...descendants(server.pid ?? 0)];
    for (const pid of signal === 'SIGKILL' ? all : all.slice(0, 1)) kill(pid, signal);
    await closed;
  }

  return {
    url,
    async start() {
      for (let attempt = 1; ; attempt++) {
        // After SIGKILL, a new server does not start while a process of the old one still ends.
        if (!isRunning()) spawnServer();
        const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
        client.on('error', () => {});
        try {
          await client.connect();
          return await client.end();
        } catch (error) {
          await client.end().catch(() => {});
          if (attempt === MAX_ATTEMPTS) throw error;
        }
        await sleep(50);
      }
    },
    stop: () => end('SIGINT'),
    async signal(signal) {
      if (signal === 'SIGKILL') return await end('SIGKILL');
      const pid = server?.pid ?? 0;
      for (const each of [pid, ...descendants(pid)]) kill(each, signal);
    },
    async remove() {
      await end('SIGKILL');
      await rm(programs, { recursive: true });
      await rm(data, { recursive: true });
      if (folder === undefined) await rm(base, { recursive: true });
    },
  };
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}
