import { access, constants, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type Baseline,
  type CaseReport,
  type ConformanceReport,
  compareWithBaseline,
  EXIT,
  exitCodeOf,
  formatJunit,
  formatReport,
  isBaseline,
  loadReportScript,
  parseBaseline,
  printBaseline,
  renderReport,
  runConformance,
  type Selection,
} from '@sparring/conformance';
import { UsageError } from '#config/usage-error.ts';
import { createRuntime } from '#runtime.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { reportFailure } from './exit-codes.ts';

export interface AdapterOptions {
  readonly adapter?: string;
}

interface RunOptions extends AdapterOptions, Selection {
  readonly process: 'stay' | 'session' | 'request';
  readonly parallel: number;
  readonly timeout: number;
  readonly repeat: number;
  readonly bail?: number;
  readonly report?: string;
  readonly format: readonly string[];
  readonly transcripts: 'fail' | 'all' | 'none';
  readonly baseline?: string;
  readonly updateBaseline?: true;
  readonly strict?: true;
  readonly strictBaseline?: true;
}

/** Runs the suite, prints and writes its reports, and ends the process with its exit code. */
export async function runCommand(
  words: readonly string[],
  options: RunOptions,
  terminal: Terminal,
): Promise<void> {
  const adapter = chooseAdapter(words, options);
  const baseline = await readBaseline(options);
  await prepareOutput(options);
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once('SIGINT', interrupt);
  const progress = createProgress(terminal);
  let report: ConformanceReport;
  try {
    report = await runConformance(
      { ...options, adapter, signal: interruption.signal, variables: terminal.variables },
      createRuntime(),
      { onResult: (result, done, total) => progress.show(result.case.id, done, total) },
    );
  } catch (error) {
    progress.clear();
    process.exit(reportFailure(error, terminal));
  } finally {
    process.off('SIGINT', interrupt);
  }
  progress.clear();
  const comparison = baseline && compareWithBaseline(report, baseline);
  const gate = {
    strict: options.strict === true,
    strictBaseline: options.strictBaseline === true,
    isInterrupted: interruption.signal.aborted,
    comparison,
  };
  const mode = options.process === 'stay' ? '' : `--process ${options.process} `;
  const adapterArguments = `${mode}${typeof adapter === 'string' ? `--adapter ${adapter}` : `-- ${adapter.join(' ')}`}`;
  const formats = new Map<string, () => string | Promise<string>>([
    ['text', () => formatReport(report, { ...terminal, comparison, adapterArguments })],
    ['json', () => `${JSON.stringify(report, null, 2)}\n`],
    ['html', async () => renderReport(report, comparison, await loadReportScript())],
    ['junit', () => formatJunit(report, gate)],
  ]);
  if (options.report === undefined)
    for (const name of options.format) terminal.print((await formats.get(name)?.()) ?? '');
  else
    for (const name of options.format) {
      const text = (await formats.get(name)?.()) ?? '';
      if (name === 'text') terminal.print(text);
      else await writeOutput(path.join(options.report, FILES[name] ?? name), text);
    }
  // The output of a pipe is complete before the process ends.
  process.exitCode = exitCodeOf(report, gate);
  if (options.updateBaseline && options.baseline !== undefined)
    process.exitCode = await updateBaseline(options.baseline, baseline, report, process.exitCode, terminal);
  await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
  process.exit(process.exitCode);
}

const FILES: Readonly<Record<string, string>> = {
  json: 'conformance.json',
  html: 'conformance.html',
  junit: 'conformance.xml',
};

/** A run of minutes must not end with a file that cannot be written. @throws UsageError */
async function prepareOutput({ report, baseline, updateBaseline }: RunOptions): Promise<void> {
  if (report !== undefined)
    await mkdir(report, { recursive: true }).catch((error) => {
      throw unwritable(report, error);
    });
  if (updateBaseline && baseline !== undefined)
    await access(path.dirname(path.resolve(baseline)), constants.W_OK).catch((error) => {
      throw unwritable(baseline, error);
    });
}

function writeOutput(file: string, text: string): Promise<void> {
  return writeFile(file, text).catch((error) => {
    throw unwritable(file, error);
  });
}

function unwritable(file: string, error: NodeJS.ErrnoException): UsageError {
  return new UsageError(`${file} cannot be written (${error.code}).`, { cause: error });
}

/** A part of a run, or a run without results, is no baseline: what it lacks would be worse in the next run. */
async function updateBaseline(
  file: string,
  earlier: Baseline | undefined,
  report: ConformanceReport,
  code: number,
  terminal: Terminal,
): Promise<number> {
  if (!isBaseline(report)) {
    terminal.printError(`sparring: ${file} is not written, because the run is not complete.\n`);
    return code;
  }
  await writeOutput(file, printBaseline(report, earlier));
  terminal.printError(`sparring: ${writtenLine(file, report, earlier)}\n`);
  return EXIT.same;
}

/** What a baseline contains, and how it differs from the earlier one. */
function writtenLine(file: string, report: ConformanceReport, earlier: Baseline | undefined): string {
  const count = (result: CaseReport['result']) =>
    report.cases.filter((each) => each.result === result).length;
  const cases = `${count('fail')} failed, ${count('inconclusive')} inconclusive, ${count('unsupported')} unsupported, ${count('value')} values`;
  if (!earlier) return `${file} is new: ${cases}`;
  const { worse, better, added, values } = compareWithBaseline(report, earlier);
  return `${file} is written: ${cases}; ${worse.length} worse, ${better.length} better, ${added.length} new, ${values.length} other values than before`;
}

export function chooseAdapter(
  words: readonly string[],
  { adapter }: AdapterOptions,
): string | readonly string[] {
  if (words.length > 0 && adapter !== undefined)
    throw new UsageError('Name an adapter with --adapter, or a command after --, not both.');
  return words.length > 0 ? words : (adapter ?? 'node-fetch');
}

async function readBaseline({
  baseline,
  updateBaseline,
  only,
  skip,
  group,
  level,
}: RunOptions): Promise<Baseline | undefined> {
  if (updateBaseline && baseline === undefined)
    throw new UsageError('--update-baseline needs --baseline with the name of the file.');
  if (updateBaseline && (only ?? skip ?? group ?? level) !== undefined)
    throw new UsageError(
      '--update-baseline needs a run of all cases; omit --only, --skip, --group and --level.',
    );
  if (baseline === undefined) return undefined;
  try {
    return parseBaseline(await readFile(baseline, 'utf8'), baseline);
  } catch (error) {
    if (updateBaseline && error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return undefined;
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${baseline} cannot be read; write it with --update-baseline.`);
  }
}

/** One line on a terminal that shows the case in progress. */
function createProgress(terminal: Terminal) {
  return {
    show: (id: string, done: number, total: number) => terminal.showStatus(`${done} of ${total}  ${id}`),
    clear: () => terminal.showStatus(''),
  };
}
