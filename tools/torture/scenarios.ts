import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startPgBouncer } from '../../test/support/pgbouncer.ts';
import { createPostgresCluster, type PostgresCluster } from '../../test/support/postgres-cluster.ts';
import type { Arguments, Engine } from './arguments.ts';
import { runTrial, type Trial } from './run.ts';
import type { Row } from './summary.ts';
import { loginOf, PASSWORD, repeat } from './workload.ts';

export interface Scenario {
  readonly name: string;
  readonly engines: readonly Engine[];
  /** Undefined when this machine cannot run it. */
  run(engine: Engine, options: Arguments): Promise<Row>;
}

/** Milliseconds of load before a failure. */
const someTime = () => sleep(200 + Math.random() * 600);

const killServer: Scenario = {
  name: 'kill-server',
  engines: ['sqlite', 'postgres'],
  run: (engine, { rounds }) =>
    withDatabase(engine, ({ url }) =>
      runTrial('kill-server', url, async ({ server, underLoad }) => {
        for (let round = 0; round < rounds; round++)
          await underLoad(
            async () => {
              await someTime();
              await server.end('SIGKILL');
            },
            () => server.start(),
          );
      }),
    ),
};

const killPostgres: Scenario = {
  name: 'kill-postgres',
  engines: ['postgres'],
  run: (engine, { rounds }) =>
    withDatabase(engine, ({ url, cluster }) =>
      runTrial('kill-postgres', url, async (trial) => {
        for (let round = 0; round < rounds; round++)
          await trial.underLoad(async () => {
            await someTime();
            await cluster?.signal('SIGKILL');
            await cluster?.start();
            await recovered(trial);
          });
      }),
    ),
};

const stopPostgres: Scenario = {
  name: 'stop-postgres',
  engines: ['postgres'],
  run: (engine, { outage }) =>
    withDatabase(engine, ({ url, cluster }) =>
      runTrial('stop-postgres', url, (trial) =>
        trial.underLoad(async () => {
          await someTime();
          await cluster?.stop();
          await outageOf(trial, outage);
          await cluster?.start();
          await recovered(trial);
          expectLines(trial, 2);
        }),
      ),
    ),
};

const freezePostgres: Scenario = {
  name: 'freeze-postgres',
  engines: ['postgres'],
  run: (engine, { outage }) =>
    withDatabase(engine, ({ url, cluster }) =>
      runTrial(
        'freeze-postgres',
        url,
        async (trial) => {
          await trial.underLoad(async () => {
            await someTime();
            await cluster?.signal('SIGSTOP');
            await outageOf(trial, outage);
            await cluster?.signal('SIGCONT');
            await recovered(trial);
          });
          await cluster?.signal('SIGSTOP');
          const milliseconds = await trial.server.end('SIGTERM');
          await cluster?.signal('SIGCONT');
          trial.note(`SIGTERM ended the server within ${(milliseconds / 1000).toFixed(1)} s`);
          if (milliseconds > 6000) trial.fail(`SIGTERM took ${Math.round(milliseconds)} ms`);
        },
        ['--max-duration', '1', '--database-statement-timeout', '2', '--database-connect-timeout', '2'],
      ),
    ),
};

const pgBouncer: Scenario = {
  name: 'pgbouncer',
  engines: ['postgres'],
  run: (engine, { rounds }) =>
    withDatabase(engine, async ({ url, cluster }) => {
      const pooler = await startPgBouncer(url, 'server_login_retry = 1');
      try {
        return await runTrial('pgbouncer', pooler.url, async (trial) => {
          for (let round = 0; round < Math.ceil(rounds / 5); round++)
            await trial.underLoad(async () => {
              await someTime();
              await cluster?.signal('SIGKILL');
              await cluster?.start();
              await recovered(trial);
            });
        });
      } finally {
        await pooler.stop();
      }
    }),
};

const diskFull: Scenario = {
  name: 'disk-full',
  engines: ['sqlite', 'postgres'],
  run: async (engine, options) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sparring-disk-'));
    const size = engine === 'sqlite' ? 24 : 256;
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', folder]);
    await chmod(folder, 0o755);
    try {
      return await withDatabase(
        engine,
        ({ url, cluster }) =>
          runTrial('disk-full', url, async (trial) => {
            for (let round = 0; round < Math.min(3, options.rounds); round++)
              await trial.underLoad(async () => {
                await someTime();
                const ballast = fill(folder);
                // The server keeps space for some segments of its log.
                if (cluster) await fillLog(url);
                const before = trial.client.statuses.get(503) ?? 0;
                for (let tries = 0; tries < 200 && trial.client.statuses.get(503) === before; tries++)
                  await sleep(50);
                await sleep(500);
                if ((trial.client.statuses.get(503) ?? 0) === before)
                  trial.fail('the full disk caused no 503');
                rmSync(ballast);
                await cluster?.start();
                await recovered(trial);
              });
          }),
        folder,
      );
    } finally {
      execFileSync('umount', ['-l', folder]);
      await rm(folder, { recursive: true });
    }
  },
};

const soak: Scenario = {
  name: 'soak',
  engines: ['sqlite', 'postgres'],
  run: (engine, options) =>
    withDatabase(engine, ({ url }) =>
      runTrial('soak', url, (trial) =>
        trial.underLoad(async () => {
          const samples: number[] = [];
          for (let second = 0; second < options.soak; second++) {
            await sleep(1000);
            samples.push(trial.server.memory() / 2 ** 20);
          }
          const mean = (from: number, to: number) => {
            const part = samples.slice(Math.floor(samples.length * from), Math.ceil(samples.length * to));
            return part.reduce((sum, value) => sum + value, 0) / part.length;
          };
          const [early, late] = [mean(0.3, 0.5), mean(0.8, 1)];
          trial.note(`resident memory ${early.toFixed(0)} MiB, later ${late.toFixed(0)} MiB`);
          if (late > early * 1.1 + 10) trial.fail('the memory grows');
        }),
      ),
    ),
};

export const scenarios: readonly Scenario[] = [
  killServer,
  killPostgres,
  stopPostgres,
  freezePostgres,
  diskFull,
  pgBouncer,
  soak,
];

interface Database {
  readonly url: string;
  readonly cluster?: PostgresCluster;
}

async function withDatabase(
  engine: Engine,
  use: (database: Database) => Promise<Row>,
  folder?: string,
): Promise<Row> {
  const base = folder ?? (await mkdtemp(path.join(tmpdir(), 'sparring-torture-')));
  try {
    if (engine === 'sqlite') return await use({ url: `sqlite:${path.join(base, 'sparring.db')}` });
    const settings = ['max_wal_size=64MB', 'min_wal_size=32MB'];
    const cluster = await createPostgresCluster({ folder: base, settings });
    try {
      await cluster.start();
      return await use({ url: cluster.url, cluster });
    } finally {
      await cluster.remove();
    }
  } finally {
    if (folder === undefined) await rm(base, { recursive: true, force: true });
  }
}

/** Waits until a write is acknowledged again. */
async function recovered({ client }: Trial): Promise<void> {
  await repeat(() => client.call('GET', '/_sparring/ready'));
  await repeat(() => client.call('GET', '/api/v3/user', `${loginOf(0)}:${PASSWORD}`));
  await sleep(1500);
}

/** Lets the time of the outage pass, and checks how the probe and the testing service answer. */
async function outageOf({ client, fail }: Trial, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const ready = await client.call('GET', '/_sparring/ready');
    if (ready?.status !== 503 || ready.milliseconds > 2000)
      fail(`ready answered ${ready?.status} after ${Math.round(ready?.milliseconds ?? 0)} ms`);
    await sleep(250);
  }
}

/** Makes PostgreSQL begin new segments of its log, which fails when no space is left. */
async function fillLog(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    for (let segment = 0; segment < 8; segment++)
      await client.query("select pg_logical_emit_message(false, '', ''), pg_switch_wal()");
  } catch {
    // The server has ended the connection.
  } finally {
    await client.end().catch(() => {});
  }
}

function expectLines({ server, fail }: Trial, maximum: number): void {
  const lines = server.takeLog().filter((line) => /"msg":"The database/.test(line));
  if (lines.length > maximum) fail(`${lines.length} lines in the log: ${lines.slice(0, 3).join(' ')}`);
}

/** Fills the file system up with one file. */
function fill(folder: string): string {
  const file = path.join(folder, 'ballast');
  const descriptor = openSync(file, 'w');
  const block = Buffer.alloc(64 * 1024, 1);
  try {
    for (;;) if (writeSync(descriptor, block) < block.length) break;
  } catch {
    // No space is left.
  }
  closeSync(descriptor);
  return file;
}
