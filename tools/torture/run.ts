import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../test/support/databases/postgres.ts';
import { Client } from './client.ts';
import { Ledger } from './ledger.ts';
import { ServerProcess } from './server.ts';
import type { Row } from './summary.ts';
import { startWorkload, verify, type Workload } from './workload.ts';

/** A server under load, and what was observed. */
export interface Trial {
  readonly server: ServerProcess;
  readonly client: Client;
  /** Runs the steps while the workload runs, and compares the records with the ledger after it. */
  underLoad(steps: () => Promise<void>, afterLoad?: () => Promise<void>): Promise<void>;
  /** Lets the workload run for a random time, and until the server has acknowledged some writes. */
  someLoad(): Promise<void>;
  /** Adds a finding that fails the trial. */
  fail(finding: string): void;
  /** Adds a note to the summary. */
  note(text: string): void;
}

/** Runs one scenario on a database, and returns its row of the summary. */
export async function runTrial(
  scenario: string,
  database: string,
  steps: (trial: Trial) => Promise<void>,
  options: readonly string[] = [],
): Promise<Row> {
  const server = await ServerProcess.create(database, await freePort(), options);
  const client = new Client(server.port);
  const ledger = new Ledger();
  const notes: string[] = [];
  const findings: string[] = [];
  const latencies: number[] = [];
  const begun = performance.now();
  let rounds = 0;
  let longestPause = 0;

  function collect(workload: Workload): void {
    longestPause = Math.max(longestPause, workload.longestPause());
    latencies.push(...workload.latencies);
  }

  try {
    await server.start();
    await steps({
      server,
      client,
      async underLoad(action, afterLoad = async () => {}) {
        rounds++;
        const workload = startWorkload(client, ledger);
        try {
          await action();
        } finally {
          collect(workload);
          await workload.stop();
        }
        await afterLoad();
        await verify(client, ledger);
      },
      async someLoad() {
        const enough = ledger.counts.created + 3;
        await sleep(200 + Math.random() * 600);
        for (let tries = 0; tries < 600 && ledger.counts.created < enough; tries++) await sleep(50);
      },
      fail: (finding) => void findings.push(finding),
      note: (text) => void notes.push(text),
    });
  } catch (error) {
    findings.push(error instanceof Error ? error.message : String(error));
  } finally {
    if (server.unexpectedEnd !== undefined) findings.push(server.unexpectedEnd);
    client.close();
    await server.remove();
  }
  const unexpected = server.takeLog().filter((line) => /Unexpected error|"stack"/.test(line));
  if (unexpected.length > 0)
    findings.push(`${unexpected.length} unexpected errors in the log: ${unexpected[0]}`);
  return {
    scenario,
    engine: database.startsWith('postgres') ? 'PostgreSQL' : 'SQLite',
    rounds,
    seconds: (performance.now() - begun) / 1000,
    created: ledger.counts.created,
    revoked: ledger.counts.revoked,
    unavailable: client.statuses.get(503) ?? 0,
    uncertain: ledger.counts.uncertain,
    errors: [...client.statuses].reduce((sum, [status, count]) => (status === 500 ? sum + count : sum), 0),
    ...ledger.violations,
    longestPause,
    latencies,
    notes: [...notes, ...ledger.examples.slice(0, 3)],
    findings,
  };
}
