import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds, openFiles, processTree, resetPeak, residentMegabytes } from './usage.ts';

/** A server in its own process, whose processor time and memory are read from the system. */
export interface MeasuredServer {
  readonly port: number;
  /** Seconds of processor time so far, of all its processes. */
  cpuSeconds(): number;
  /** Resident memory in megabytes (10^6 bytes). */
  residentMegabytes(): number;
  /** The maximum since the last call. */
  peakMegabytes(): number;
  /** Number of open file descriptors. */
  openFiles(): number;
  /** Milliseconds of the import and the start, as the server reports them; NaN if it does not. */
  readonly importMilliseconds: number;
  readonly startMilliseconds: number;
  stop(): Promise<void>;
  /** Makes `bench/sparring-server.ts` and `bench/bare-server.ts` collect garbage, so that the memory is that of live objects. */
  collectGarbage(): Promise<void>;
}

interface StartMeasuredOptions {
  /** Whether the first line of the output is not `{"port": 1234}`. */
  readonly isQuiet?: boolean;
  readonly variables?: Readonly<Record<string, string>>;
}

/**
 * Starts a program that prints one line of JSON, `{"port": 1234}`, when it listens; a quiet one prints any other line.
 */
export async function startMeasured(
  args: readonly string[],
  { isQuiet = false, variables = {} }: StartMeasuredOptions = {},
): Promise<MeasuredServer> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...variables },
  });
  const line = await firstLine(child);
  const ready: { port: number; importMilliseconds?: number; startMilliseconds?: number } = isQuiet
    ? { port: 0 }
    : JSON.parse(line);
  const stop = () =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.kill('SIGKILL');
    });
  const unknown = { importMilliseconds: Number.NaN, startMilliseconds: Number.NaN };
  const collectGarbage = async () => {
    for (let round = 0; round < 3; round++) {
      child.kill('SIGUSR2');
      await sleep(500);
    }
  };
  return { ...measureProcess(child.pid ?? 0), ...unknown, ...ready, stop, collectGarbage };
}

/** Measurements of a server and its child processes. */
export function measureProcess(
  pid: number,
): Pick<MeasuredServer, 'cpuSeconds' | 'residentMegabytes' | 'peakMegabytes' | 'openFiles'> {
  const processes = processTree(pid);
  const sum = (numberOf: (each: number) => number) =>
    processes.reduce((total, each) => total + numberOf(each), 0);
  return {
    cpuSeconds: () => sum(cpuSeconds),
    residentMegabytes: () => sum((each) => residentMegabytes(each)),
    openFiles: () => sum(openFiles),
    peakMegabytes() {
      const peak = sum((each) => residentMegabytes(each, 'peak'));
      for (const each of processes) resetPeak(each);
      return peak;
    },
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The server has no standard output');
  for await (const line of createInterface(child.stdout)) return line;
  throw new Error('The server ended without output');
}
