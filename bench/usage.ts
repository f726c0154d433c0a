import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** A process and those that it has started. */
export function family(pid: number): number[] {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((each) => each > 0 && Number(statFields(each)[1]) === pid);
  return [pid, ...children.flatMap(family)];
}

/** Seconds of processor time so far, in user and kernel mode together, to the hundredth. */
export function cpuSeconds(pid: number): number {
  const fields = statFields(pid);
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** What stands in /proc/PID/stat from its third field on; the name in the second may hold spaces. */
function statFields(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    // It has ended in the meantime.
    return [];
  }
}

/** In megabytes (10^6 bytes): now, or at its most since `forgetPeak`. */
export function residentMegabytes(pid: number, which: 'now' | 'peak' = 'now'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const line = which === 'now' ? /^VmRSS:\s+(\d+) kB/m : /^VmHWM:\s+(\d+) kB/m;
  return (Number(line.exec(status)?.[1]) * 1024) / 1e6;
}

/** From here on the peak is that of what is to come. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
