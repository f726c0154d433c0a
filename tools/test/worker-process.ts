import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { projectRoot, suiteName } from './files.ts';
import { findProblems } from './process-problems.ts';
import type { Order, Report } from './protocol.ts';
import type { Results } from './results.ts';
import { createTranscript } from './transcript.ts';

const FOLDER = import.meta.dirname;
const CACHE = path.join(projectRoot, 'node_modules/.cache');

/**
 * Number of time limits without a report after which a process counts as blocked. Tests that compile have three time limits, and
 * report nothing meanwhile.
 */
const SILENCE = 3.5;

export interface WorkerOptions {
  /** Options of Node for the process. */
  readonly nodeOptions: readonly string[];
  readonly testTimeout: number;
  /** Whether only some tests of a file run, so a file without any is valid. */
  readonly isFiltered: boolean;
  readonly print: (text: string) => void;
}

export interface Worker {
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  /** The test whose body started last. */
  current(): string;
  /** Ends the process and its descendants. */
  kill(): void;
}

/**
 * Starts a process that runs files until `next` has no more, and adds what happens to the results. A process that ends
 * early, blocks, or reports less than it collected is a failure.
 */
export function startWorker(
  next: () => string | undefined,
  results: Results,
  options: WorkerOptions,
): Worker {
  const child = spawnWorker(options);
  const transcript = createTranscript(results, options);
  const silence = options.testTimeout * SILENCE;
  let current = '';
  let file: string | undefined;
  let isStopped = false;

  /** A test that blocks the event loop cannot be timed out by its own process. */
  const watchdog = setTimeout(() => {
    stop(`The process reported nothing for ${silence} ms: the test blocks it, or never settles.`);
  }, silence);

  function stop(problem: string): void {
    if (!isStopped) results.addProblem(current || (file ?? ''), problem);
    isStopped = true;
    killGroup(child);
  }

  function giveOrder(): void {
    file = next();
    if (file !== undefined) current = suiteName(file);
    const order: Order = file === undefined ? { kind: 'end' } : { kind: 'run', file };
    child.send(order);
  }

  child.on('message', (report: Report) => {
    watchdog.refresh();
    if (report.kind === 'ready' || report.kind === 'finished') giveOrder();
    else if (report.kind === 'started') current = report.test;
    else if (report.kind === 'event') transcript.take(report.event);
    else if (report.kind === 'violation') results.addProblem(report.test, `The test ${report.violation}.`);
    else if (report.kind === 'open-handles')
      stop(`After its last test, the process is kept alive by ${report.resources.join(', ')}.`);
  });
  // Such as a message to a process that has just ended.
  child.on('error', (error) => stop(String(error)));

  const ended = exitOf(child).then(({ code, signal }) => {
    clearTimeout(watchdog);
    // Processes that the tests started and did not end.
    killGroup(child);
    transcript.flush();
    if (isStopped) return;
    if (file !== undefined)
      stop(`The process of the tests ended with ${signal ?? `code ${code}`} during this test.`);
    else for (const problem of findProblems(transcript, code)) results.addProblem('the run', problem);
  });
  return {
    ended,
    current: () => current,
    kill() {
      isStopped = true;
      killGroup(child);
    },
  };
}

function spawnWorker({ testTimeout, nodeOptions }: WorkerOptions): ChildProcess {
  const own = [
    `--test-timeout=${testTimeout}`,
    `--test-reporter=${path.join(FOLDER, 'event-reporter.ts')}`,
    // Most memory of a test becomes garbage soon: fewer collections take less time.
    '--max-semi-space-size=64',
  ];
  const program = path.join(FOLDER, 'worker.ts');
  return spawn(process.execPath, [...own, ...nodeOptions, program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Compiling the source takes half of the time of a short command, and the tests start hundreds. Five tests compile a
    // program for Go, with a home of their own; its standard library takes most of that time.
    env: {
      NODE_COMPILE_CACHE: path.join(CACHE, 'sparring-tests'),
      GOCACHE: path.join(CACHE, 'go-build'),
      ...process.env,
    },
    serialization: 'advanced',
    // A process group, so that the processes that a test starts can be ended too.
    detached: true,
  });
}

interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Resolves after the last report: they may arrive later than the end of the process. */
async function exitOf(child: ChildProcess): Promise<Exit> {
  const disconnected = new Promise((resolve) => child.once('disconnect', resolve));
  const exit = await new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  if (child.connected) await disconnected;
  return exit;
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended.
  }
}
