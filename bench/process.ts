import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** A server in a process of its own, whose processor time and memory are read from outside. */
export interface MeasuredServer {
  readonly port: number;
  /** Seconds of processor time so far, in user and kernel mode together. */
  cpuSeconds(): number;
  /** Resident memory in megabytes (10^6 bytes). */
  residentMegabytes(): number;
  /** Milliseconds the server itself says it took to start, where it says so. */
  readonly startMilliseconds: number;
  stop(): Promise<void>;
}

/** Starts a program that prints one line of JSON, `{"port": 1234}`, when it listens; a quiet one prints anything else. */
export async function startMeasured(
  args: readonly string[],
  { isQuiet = false } = {},
): Promise<MeasuredServer> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await firstLine(child);
  const ready: { port: number; startMilliseconds?: number } = isQuiet ? { port: 0 } : JSON.parse(line);
  const pid = child.pid ?? 0;
  shareProcessor(pid);
  return {
    port: ready.port,
    startMilliseconds: ready.startMilliseconds ?? Number.NaN,
    cpuSeconds: () => cpuSeconds(pid),
    residentMegabytes: () => residentMegabytes(pid),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}

/**
 * Puts a server and the load on it on one processor, where neither interrupts the other: each goes on until it has to wait.
 * Else every answer that finds the other side asleep pays for waking it, on a virtual machine more than for all the rest,
 * and a server would be charged for how busy the load happens to be. Where these tools are missing, nothing is changed.
 */
function shareProcessor(pid: number): void {
  for (const each of [pid, process.pid]) {
    spawnSync('taskset', ['-a', '-p', '-c', '0', String(each)]);
    spawnSync('chrt', ['-a', '--batch', '-p', '0', String(each)]);
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The server has no standard output');
  for await (const line of createInterface(child.stdout)) return line;
  throw new Error('The server ended without a word');
}

/** Fields 14 and 15 of /proc/PID/stat count hundredths of a second; the name in field 2 may hold spaces. */
function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kilobytes) * 1024) / 1e6;
}
