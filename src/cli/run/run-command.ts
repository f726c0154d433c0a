import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Writable } from 'node:stream';
import { quote } from '#config/usage-error.ts';
import { buildWatchdogArguments } from './watchdog-command.ts';

export interface CommandToRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly variables: Readonly<Record<string, string | undefined>>;
}

export interface RunningProgram {
  /** The exit code; for a signal, 128 and its number, as in a shell. Rejects with `StartFailure`. */
  readonly exitCode: Promise<number>;
  /** Sends a signal to the command, unless the terminal has sent it; without effect after its end. */
  kill(signal: NodeJS.Signals, isSent: boolean): void;
}

/** The command cannot be started. Shells have the same exit codes. */
export class StartFailure extends Error {
  readonly exitCode: 126 | 127;

  constructor(command: string, code: string) {
    const isMissing = code === 'ENOENT';
    super(
      isMissing
        ? `There is no command ${quote(command)}; check its name, and the variable PATH.`
        : `${quote(command)} is not a program that can be started (${code}); name a program, or a shell with its script: sh -c SCRIPT.`,
    );
    this.exitCode = isMissing ? 127 : 126;
  }
}

/** Runs a program with the streams of this process. A watchdog ends it if this process crashes. */
export function runProgram({ command, args, variables }: CommandToRun): RunningProgram {
  const child = spawn(command, args, { stdio: 'inherit', env: variables });
  const watchdog = child.pid === undefined ? undefined : startWatchdog(child.pid);
  let isSignalled = false;
  const exitCode = new Promise<number>((resolve, reject) => {
    child.on('error', (error: NodeJS.ErrnoException) => {
      // Other errors are failures of `kill`.
      if (child.pid === undefined) reject(new StartFailure(command, error.code ?? error.message));
    });
    child.on('exit', (code, signal) => {
      const result = signal === null ? (code ?? 1) : 128 + constants.signals[signal];
      watchdog?.stdin.end('ended\n');
      // After a signal, the watchdog ends the descendants of the command first.
      if (watchdog && isSignalled && isAlive(watchdog)) watchdog.once('exit', () => resolve(result));
      else resolve(result);
    });
  });
  return {
    exitCode,
    kill(signal, isSent) {
      isSignalled = true;
      if (watchdog && isAlive(watchdog)) watchdog.stdin.write(`${isSent ? 'signalled' : signal}\n`);
      else if (!isSent) child.kill(signal);
    },
  };
}

/** Passes signals on, and ends the command and its descendants when the pipe to this process closes. */
function startWatchdog(pid: number): ChildProcessByStdio<Writable, null, null> {
  const watchdog = spawn(process.execPath, buildWatchdogArguments(pid), {
    stdio: ['pipe', 'ignore', 'ignore'],
    // A process group of its own: signals of the terminal do not end it.
    detached: true,
    env: {},
  });
  watchdog.on('error', () => {});
  watchdog.stdin.on('error', () => {});
  return watchdog;
}

function isAlive({ pid, exitCode, signalCode }: ChildProcessByStdio<Writable, null, null>): boolean {
  return pid !== undefined && exitCode === null && signalCode === null;
}
