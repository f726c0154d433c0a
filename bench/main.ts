import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { replaceSection, toMarkdown, toSummary } from './markdown.ts';
import { type BenchOptions, defaultOptions, type Measurement, type Result } from './measurement.ts';
import { measureBulk } from './measurements/bulk.ts';
import { measureDelayed } from './measurements/delayed.ts';
import { measureGenerated } from './measurements/generated.ts';
import { measureGrant } from './measurements/grant.ts';
import { measureHttpbin } from './measurements/httpbin.ts';
import { measureIdle } from './measurements/idle.ts';
import { measureJournal } from './measurements/journal.ts';
import { measureLabs } from './measurements/labs.ts';
import { measureList } from './measurements/list.ts';
import { measureMetrics } from './measurements/metrics.ts';
import { measurePages } from './measurements/pages.ts';
import { measureRoutes } from './measurements/routes.ts';
import { measureRules } from './measurements/rules.ts';
import { measureScaling } from './measurements/scaling.ts';
import { measureSoak } from './measurements/soak.ts';
import { measureStart } from './measurements/start.ts';
import { measureWorkers } from './measurements/workers.ts';
import { measureWrites } from './measurements/writes.ts';
import { measureSizing } from './sizing.ts';

/**
 * Runs all measurements but `soak`, which takes ten minutes, or the named ones. Ratios are measured within one run, because the speed of machines varies.
 * `--markdown` prints them between markers; `--into FILE` replaces the text between these markers in a page.
 */
const { values: input, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    markdown: { type: 'boolean', default: false },
    into: { type: 'string' },
    rounds: { type: 'string' },
    milliseconds: { type: 'string' },
    records: { type: 'string' },
  },
});
const options: BenchOptions = {
  rounds: Number(input.rounds ?? defaultOptions.rounds),
  milliseconds: Number(input.milliseconds ?? defaultOptions.milliseconds),
  records: Number(input.records ?? defaultOptions.records),
};
const measurements: Readonly<Record<string, (options: BenchOptions) => Promise<Result[]>>> = {
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
  pages: measurePages,
  start: measureStart,
  routes: measureRoutes,
  rules: measureRules,
  scaling: measureScaling,
  workers: measureWorkers,
  writes: measureWrites,
  bulk: measureBulk,
  soak: measureSoak,
};

const unknown = wanted.filter((name) => !Object.hasOwn(measurements, name));
if (unknown.length > 0) throw new Error(`${unknown} is none of ${Object.keys(measurements).join(', ')}`);
for (const [name, measure] of Object.entries(measurements)) {
  if (wanted.length > 0 ? !wanted.includes(name) : name === 'soak') continue;
  process.stderr.write(`Measuring ${name} ...\n`);
  const text = toText(await measure(options));
  console.log(input.markdown ? `<!-- ${name} -->\n\n${text}\n<!-- end of ${name} -->` : text);
  if (input.into !== undefined)
    await writeFile(input.into, replaceSection(await readFile(input.into, 'utf8'), name, text));
}

function toText(results: readonly Result[]): string {
  const tables = results.filter((result) => 'columns' in result);
  const figures = results.filter((result): result is Measurement => !('columns' in result));
  const machine = `${cpus()[0]?.model ?? process.arch}, ${availableParallelism()} cores, Node ${process.version}`;
  const date = new Date().toISOString().slice(0, 10);
  return [
    `${machine}, ${date}\n`,
    ...[...tables, ...(figures.length > 0 ? [toSummary(figures)] : [])].map(toMarkdown),
  ].join('\n');
}
