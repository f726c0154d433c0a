import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { type Arguments, formatUsage, parseArguments } from './arguments.ts';
import { buildSummary, formatMarkdownTable, replaceSection } from './markdown.ts';
import type { BenchOptions, Measurement, Result } from './measurement.ts';
import { measureBulk } from './measurements/bulk.ts';
import { measureDelayed } from './measurements/delayed.ts';
import { measureGenerated } from './measurements/generated.ts';
import { measureGrant } from './measurements/grant.ts';
import { measureHttpbin } from './measurements/httpbin.ts';
import { measureIdle } from './measurements/idle.ts';
import { measureIdleConnections } from './measurements/idle-connections.ts';
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
import { measureWaits } from './measurements/waits.ts';
import { measureWorkers } from './measurements/workers.ts';
import { measureWrites } from './measurements/writes.ts';
import { measureSizing } from './sizing.ts';

/** By name, in the order of a run. */
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
  'idle-connections': measureIdleConnections,
  pages: measurePages,
  start: measureStart,
  routes: measureRoutes,
  rules: measureRules,
  scaling: measureScaling,
  workers: measureWorkers,
  waits: measureWaits,
  writes: measureWrites,
  bulk: measureBulk,
  soak: measureSoak,
};

const names = Object.keys(measurements);

/** Undefined for invalid arguments, after the sentence about them. */
function readArguments(): Arguments | undefined {
  try {
    return parseArguments(process.argv.slice(2), names);
  } catch (error) {
    process.stderr.write(`npm run bench: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 2;
    return undefined;
  }
}

/** Runs the measurements in their order. Ratios are measured within one run, because the speed of machines varies. */
async function run(options: Arguments): Promise<void> {
  for (const [name, measure] of Object.entries(measurements)) {
    if (!options.names.includes(name)) continue;
    process.stderr.write(`Measuring ${name} ...\n`);
    const text = formatResults(await measure(options));
    console.log(options.markdown ? `<!-- ${name} -->\n\n${text}\n<!-- end of ${name} -->` : text);
    const { into } = options;
    if (into !== undefined) await writeFile(into, replaceSection(await readFile(into, 'utf8'), name, text));
  }
}

function formatResults(results: readonly Result[]): string {
  const tables = results.filter((result) => 'columns' in result);
  const figures = results.filter((result): result is Measurement => !('columns' in result));
  const machine = `${cpus()[0]?.model ?? process.arch}, ${availableParallelism()} cores, Node ${process.version}`;
  const date = new Date().toISOString().slice(0, 10);
  return [
    `${machine}, ${date}\n`,
    ...[...tables, ...(figures.length > 0 ? [buildSummary(figures)] : [])].map(formatMarkdownTable),
  ].join('\n');
}

const options = readArguments();
if (options?.help) process.stdout.write(formatUsage(names));
else if (options) await run(options);
