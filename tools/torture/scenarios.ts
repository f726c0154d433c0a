import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPgBouncer } from '../../test/support/databases/pgbouncer.ts';
import type { Arguments, Engine } from './arguments.ts';
import { fill, fillLog, mountSmallDisk, NotPossible, withDatabase } from './databases.ts';
import { runTrial, type Trial } from './run.ts';
import type { Row } from './summary.ts';
import { loginOf, PASSWORD, repeat } from './workload.ts';

export interface Scenario {
  readonly name: string;
  readonly engines: readonly Engine[];
  /** @throws NotPossible when this machine cannot run it. */
  run(engine: Engine, options: Arguments): Promise<Row>;
}

const killServer: Scenario = {
  name: 'kill-server',
  engines: ['sqlite', 'postgres'],
  run: (engine, { rounds }) =>
    withDatabase(engine, ({ url }) =>
      runTrial('kill-server', url, async ({ server, underLoad, someLoad }) => {
        for (let round = 0; round < rounds; round++)
          await underLoad(
            async () => {
              await someLoad();
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
            await trial.someLoad();
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
          await trial.someLoad();
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
            await trial.someLoad();
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
      const pooler = await startPgBouncer(url, 'server_login_retry = 1').catch(() => {
        throw new NotPossible('PgBouncer is not installed');
      });
      try {
        return await runTrial('pgbouncer', pooler.url, async (trial) => {
          for (let round = 0; round < Math.ceil(rounds / 5); round++)
            await trial.underLoad(async () => {
              await trial.someLoad();
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
    const disk = await mountSmallDisk(engine === 'sqlite' ? 24 : 256);
    try {
      return await withDatabase(
        engine,
        ({ url, cluster }) =>
          runTrial('disk-full', url, async (trial) => {
            for (let round = 0; round < Math.min(3, options.rounds); round++)
              await trial.underLoad(async () => {
                await trial.someLoad();
                const unavailable = () => trial.client.statuses.get(503) ?? 0;
                const before = unavailable();
                const ballast = fill(disk.folder);
                // The server keeps space for some segments of its log.
                if (cluster) await fillLog(url);
                for (let tries = 0; tries < 200 && unavailable() === before; tries++) await sleep(50);
                await sleep(500);
                if (unavailable() === before) trial.fail('the full disk caused no 503');
                rmSync(ballast);
                await cluster?.start();
                await recovered(trial);
              });
          }),
        disk.folder,
      );
    } finally {
      await disk.unmount();
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

function expectLines({ server, fail }: Trial, maximum: number): void {
  const lines = server.takeLog().filter((line) => /"msg":"The database/.test(line));
  if (lines.length > maximum) fail(`${lines.length} lines in the log: ${lines.slice(0, 3).join(' ')}`);
}
