import { measureGenerated } from './generated.ts';
import { measureGet } from './get.ts';
import { measureGrant } from './grant.ts';
import { measureHeld } from './held.ts';
import { measureHttpbin } from './httpbin.ts';
import { measureIdle } from './idle.ts';
import { measureList } from './list.ts';
import type { Measurement } from './measurement.ts';
import { measureStart } from './start.ts';

/** All figures in one run, or those that are named. Ratios are taken inside the run, for these machines are noisy. */
const wanted = process.argv.slice(2);
const measurements = {
  get: measureGet,
  httpbin: measureHttpbin,
  generated: measureGenerated,
  held: measureHeld,
  grant: measureGrant,
  list: measureList,
  idle: measureIdle,
  start: measureStart,
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
          Target: row.target,
          Verdict: row.isReached ? 'reached' : 'FALLS SHORT',
        },
  ),
);
