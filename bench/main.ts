import {
  type Measurement,
  measureGet,
  measureGrant,
  measureIdle,
  measureList,
  measureStart,
} from './measurements.ts';

/** All figures in one run. Ratios are taken inside the run, for these machines are noisy. */
const wanted = process.argv[2];
const measurements = {
  get: measureGet,
  grant: measureGrant,
  list: measureList,
  idle: measureIdle,
  start: measureStart,
};

const rows: Measurement[] = [];
for (const [name, measure] of Object.entries(measurements)) {
  if (wanted !== undefined && wanted !== name) continue;
  process.stderr.write(`Measuring ${name} ...\n`);
  rows.push(await measure());
}
console.table(
  rows.map(({ what, value, unit, target, isReached }) => ({
    Figure: what,
    Measured: `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`,
    Target: target,
    Verdict: isReached ? 'reached' : 'FALLS SHORT',
  })),
);
