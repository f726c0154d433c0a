import { visitor } from '../../test/support/accounts/visitor.ts';
import { createPostgresCluster } from '../../test/support/databases/postgres-cluster.ts';
import { request, type WireRequest } from '../../test/support/wire/wire.ts';
import { accounts } from '../accounts.ts';
import { countTokens, fillStore } from '../bulk-records.ts';
import type { Measurement } from '../measurement.ts';
import { withFile, withServer } from '../with-server.ts';
import { measureLatencies } from './latency.ts';

const COUNT = 'BENCH_AUTHORIZATIONS';
/** Milliseconds of the longest operation. */
const TIMEOUT = 600_000;
/** Milliseconds of `GET /get` during an operation. */
const LATENCY_LIMIT = 100;

interface Engine {
  readonly name: string;
  readonly database: string;
  /** Seconds of the revocation of 500,000 tokens. */
  readonly revocationLimit: number;
}

/**
 * Revocation of half of all tokens, reset, snapshot and restore, with a million tokens or the number in
 * `BENCH_AUTHORIZATIONS`, and `GET /get` meanwhile.
 */
export async function measureBulk(): Promise<Measurement[]> {
  const total = Number(process.env[COUNT] ?? 1_000_000);
  const onSqlite = await withFile((file) =>
    measureEngine({ name: 'SQLite', database: `sqlite:${file}`, revocationLimit: 10 }, total),
  );
  return [...onSqlite, ...(await measurePostgres(total))];
}

async function measurePostgres(total: number): Promise<Measurement[]> {
  const cluster = await createPostgresCluster().catch((error: Error) => error);
  if (cluster instanceof Error)
    return [{ what: 'Bulk operations on PostgreSQL', skipped: `it did not start: ${cluster.message}` }];
  try {
    await cluster.start();
    return await measureEngine({ name: 'PostgreSQL', database: cluster.url, revocationLimit: 30 }, total);
  } finally {
    await cluster.remove();
  }
}

async function measureEngine(
  { name, database, revocationLimit }: Engine,
  total: number,
): Promise<Measurement[]> {
  const options = { database, seed: accounts.seed };
  await withServer(options, async () => {});
  process.stderr.write(`Adding ${total} tokens to ${name} ...\n`);
  await fillStore(database, total);
  return await withServer(options, async ({ port }) => {
    const send = (wanted: WireRequest) => request(port, { timeout: TIMEOUT, ...wanted });
    const owner = visitor({ port, send });
    await owner.signIn('few', 'correct-horse-1');
    const page = `/settings/developers/${accounts.clientId}`;
    await owner.visit(page);
    const rows: Measurement[] = [];
    const measure = async (what: string, action: () => Promise<{ status: number }>, limit?: number) => {
      const start = performance.now();
      let seconds = Number.NaN;
      const { p99, maximum } = await measureLatencies(port, async () => {
        const { status } = await action();
        if (status >= 400) throw new Error(`${what}: the server responded ${status}`);
        seconds = (performance.now() - start) / 1000;
      });
      const target = limit === undefined ? {} : { target: `≤ ${limit}`, isReached: seconds <= limit };
      const isReached = p99 <= LATENCY_LIMIT;
      rows.push({ what: `${what}, ${total} tokens, ${name}`, unit: 's', value: seconds, ...target });
      rows.push({
        what: `  GET /get meanwhile, 99th percentile (maximum ${maximum.toFixed(0)} ms)`,
        unit: 'ms',
        value: p99,
        target: `≤ ${LATENCY_LIMIT}`,
        isReached,
      });
    };
    const control = (path: string) => send({ method: 'POST', path: `/_sparring/${path}` });
    await measure('Snapshot', () => control('snapshots'));
    await measure(
      'Revocation of half of the tokens',
      () => owner.submit(page, { action: 'revoke-tokens', confirmed: 'yes' }),
      (revocationLimit * total) / 1_000_000,
    );
    const left = await countTokens(database);
    if (left > 0) throw new Error(`${left} tokens were not revoked`);
    await measure('Restore', () => control('snapshots/1/restore'));
    await measure('Reset', () => control('reset'));
    return rows;
  });
}
