import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether a process is running; a process that has ended and was not reaped by its parent is not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return stateOf(pid) !== 'Z';
}

/** Resolves with whether all of the processes end within the time. */
export async function ended(pids: readonly number[], milliseconds = 5000): Promise<boolean> {
  for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(20)) {
    if (!pids.some(isRunning)) return true;
  }
  return false;
}

/** The descendants of a process, in the order of their start: process IDs begin again at some time. Linux only. */
export function descendants(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      const stat = statOf(Number(name));
      return { child: Number(name), of: Number(stat[1]), startedAt: Number(stat[START_TIME]) };
    })
    .sort((one, other) => one.startedAt - other.startedAt || one.child - other.child);
  const below = (parent: number): number[] =>
    parents.flatMap(({ child, of }) => (of === parent ? [child, ...below(child)] : []));
  return below(pid);
}

/** Resolves with whether the port accepts connections. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}

/** The place of the time of the start, in ticks, behind the name. */
const START_TIME = 19;

function stateOf(pid: number): string | undefined {
  return statOf(pid)[0];
}

/** The fields after the name in `/proc/PID/stat`: the state, the parent and more. */
function statOf(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
