import { measureBulk } from './bulk.ts';
import { measureDelayed } from './delayed.ts';
import { measureGenerated } from './generated.ts';
import { measureGet } from './get.ts';
import { measureGrant } from './grant.ts';
import { measureHttpbin } from './httpbin.ts';
import { measureIdle } from './idle.ts';
import { measureJournal } from './journal.ts';
import { measureLabs } from './labs.ts';
import { measureList } from './list.ts';
import type { Measurement } from './measurement.ts';
import { measureMetrics } from './metrics.ts';
import { measureRoutes } from './routes.ts';
import { measureSizing } from './sizing.ts';
import { measureStart } from './start.ts';
import { measureWorkers } from './workers.ts';
import { measureWrites } from './writes.ts';

/**
 * Runs all measurements, or the named ones. Ratios are measured within one run, because the speed of machines varies.
 */
const wanted = process.argv.slice(2);
const measurements = {
  get: measureGet,
  httpbin: measureHttpbin,
  generated: measureGenerated,
  delayed: measureDelayed,
  grant: measureGrant,
  journal: measureJournal,
  labs: measureLabs,
  list: measureList,
  metrics: measureMetrics,
  sizing: measureSizing,
  idle: measureIdle,
  start: measureStart,
  routes: measureRoutes,
  workers: measureWorkers,
  writes: measureWrites,
  bulk: measureBulk,
};

const rows: Measurement[] = [];
for (const [name, measure] of Object.entries(measurements)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stderr.write(`Measuring ${name} ...\n`);
  rows.push(...(await measure()));
}
console.table(
  rows.map((row) =>
    'skipped' in row
      ? { Figure: row.what, Measured: '', Target: '', Verdict: `skipped: ${row.skipped}` }
      : {
          Figure: row.what,
          Measured: `${row.value.toPrecision(3)} ${row.unit}`,
          Target: row.target ?? '',
          Verdict: row.isReached === undefined ? '' : row.isReached ? 'reached' : 'NOT REACHED',
        },
  ),
);
