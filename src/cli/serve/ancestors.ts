import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A process, as the system describes it. */
interface ProcessDescription {
  readonly args: readonly string[];
  readonly parent: number;
}

/**
 * The processes between this one and the program that uses it, and that program, the nearest first: a shell with `-c`, npx and the
 * launcher only pass on the streams. Empty where the system does not describe processes.
 */
export function ancestorsOf(parent: number, platform: NodeJS.Platform = process.platform): number[] {
  if (platform === 'win32') return [parent];
  const found = [parent];
  for (let pid = parent; found.length < MAX_ANCESTORS; ) {
    const described = describe(pid, platform);
    if (!described || !passesOn(described.args) || described.parent <= 1) break;
    pid = described.parent;
    found.push(pid);
  }
  return found;
}

/** Whether each process is still the child of the next one. */
export function isChain(ancestors: readonly number[], platform: NodeJS.Platform = process.platform): boolean {
  const [parent, ...others] = ancestors;
  // Windows keeps the ID of a parent that has ended.
  if (platform === 'win32') return parent === undefined || isRunning(parent);
  if (parent !== process.ppid) return false;
  if (platform !== 'linux') return others.every(isRunning);
  return others.every((pid, index) => {
    const actual = parentOf(ancestors[index] ?? 0);
    return actual === undefined || actual === pid;
  });
}

const MAX_ANCESTORS = 8;

/** The scripts of Node that pass on the streams. */
const SCRIPTS = /^(?:(?:npm|npx)(?:-cli)?(?:\.js)?|sparring(?:\.cjs)?)$/;

function passesOn(args: readonly string[]): boolean {
  const [program = '', ...words] = args.map((word) => path.basename(word));
  if (/^-?(?:sh|dash|bash|ash|ksh|zsh|busybox)$/.test(program)) return args.includes('-c');
  // npm sets its process title to one text, such as `npm exec sparring`.
  if (/^(?:npm|npx)(?:\s|$)/.test(program)) return true;
  return /^node/.test(program) && words.some((word) => SCRIPTS.test(word));
}

function describe(pid: number, platform: NodeJS.Platform): ProcessDescription | undefined {
  try {
    if (platform === 'linux') {
      const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      const parent = parentOf(pid);
      return parent === undefined ? undefined : { args, parent };
    }
    const printed = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' });
    const [parent, ...args] = printed.trim().split(' ');
    return parent ? { args, parent: Number(parent) } : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined for an entry that cannot be read. A process that was not reaped has ended. */
function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? 0 : Number(parent);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 0 : undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
