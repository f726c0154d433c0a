import { constants } from 'node:os';
import path from 'node:path';
import type { Runtime } from '../runtime.ts';

export interface ShutdownOptions {
  readonly runtime: Runtime;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** Resolves with the first signal that asks for the end. A second one ends the process at once. */
export function firstShutdownSignal({ runtime, variables }: ShutdownOptions): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  let first: NodeJS.Signals | undefined;
  let isImpatient = false;
  const receive = (signal: NodeJS.Signals) => {
    if (isImpatient) process.exit(128 + constants.signals[signal]);
    if (first) return;
    first = signal;
    runtime.after(DEBOUNCE_MS, () => {
      isImpatient = true;
    });
    resolve(signal);
  };
  process.on('SIGINT', receive);
  process.on('SIGTERM', receive);
  process.on('SIGHUP', isStartedByNohup(variables) ? () => {} : receive);
  return promise;
}

/** Ctrl-C arrives twice under npm and under the launcher: from the terminal, and forwarded. */
const DEBOUNCE_MS = 300;

/** Node resets the disposition that nohup has set; what is left of it is the name that the shell has noted. */
function isStartedByNohup({ _: program = '' }: ShutdownOptions['variables']): boolean {
  return path.basename(program) === 'nohup';
}
