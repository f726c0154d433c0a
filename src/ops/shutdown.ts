import { constants } from 'node:os';
import path from 'node:path';
import type { Waiting } from '#http/message/requests-in-progress.ts';
import type { Runtime } from '#runtime.ts';

export interface ShutdownOptions {
  readonly runtime: Runtime;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** Resolves with the first termination signal. A second signal ends the process immediately. */
export function firstShutdownSignal({ runtime, variables }: ShutdownOptions): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  let first: NodeJS.Signals | undefined;
  let canExit = false;
  const receive = (signal: NodeJS.Signals) => {
    if (canExit) process.exit(128 + constants.signals[signal]);
    if (first) return;
    first = signal;
    runtime.after(DEBOUNCE_MS, () => {
      canExit = true;
    });
    resolve(signal);
  };
  process.on('SIGINT', receive);
  process.on('SIGTERM', receive);
  process.on('SIGHUP', isStartedByNohup(variables) ? () => {} : receive);
  return promise;
}

/** Such as `Waiting for 3 requests (up to 11 s). Press Ctrl-C again to stop now.` */
export function formatWaitingText(
  { requests, milliseconds }: Waiting,
  signal: NodeJS.Signals | undefined,
): string {
  const what = requests === 1 ? '1 request' : `${requests} requests`;
  const again =
    signal === 'SIGINT' ? 'Press Ctrl-C again to stop now.' : 'Another signal stops the server now.';
  return `Waiting for ${what} (up to ${Math.ceil(milliseconds / 1000)} s). ${again}`;
}

/** Ctrl-C arrives twice under npm and under the launcher: from the terminal, and forwarded. */
const DEBOUNCE_MS = 300;

/** Node resets the signal disposition that nohup sets. The shell variable `_` contains the name of the program. */
function isStartedByNohup({ _: program = '' }: ShutdownOptions['variables']): boolean {
  return path.basename(program) === 'nohup';
}
