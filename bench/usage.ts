import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** A process and its descendants. */
export function processTree(pid: number): number[] {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((each) => each > 0 && Number(statFields(each)[1]) === pid);
  return [pid, ...children.flatMap(processTree)];
}

/**
 * Seconds of processor time so far, in user and kernel mode, of all threads. `schedstat` has nanoseconds, and
 * `/proc/PID/stat`, for kernels without it, hundredths of a second.
 */
export function cpuSeconds(pid: number): number {
  const nanoseconds = threadsOf(pid).map((thread) => {
    try {
      return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      return 0;
    }
  });
  const sum = nanoseconds.reduce((total, each) => total + each, 0);
  if (sum > 0) return sum / 1e9;
  const fields = statFields(pid);
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    // The process has ended.
    return [];
  }
}

/** The fields of /proc/PID/stat from the third on; the name in the second one can contain spaces. */
function statFields(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    // The process has ended.
    return [];
  }
}

/** In megabytes (10^6 bytes): now, or the maximum since `resetPeak`. */
export function residentMegabytes(pid: number, which: 'now' | 'peak' = 'now'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const line = which === 'now' ? /^VmRSS:\s+(\d+) kB/m : /^VmHWM:\s+(\d+) kB/m;
  return (Number(line.exec(status)?.[1]) * 1024) / 1e6;
}

/** Number of open file descriptors. */
export function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** Resets the maximum. */
export function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
