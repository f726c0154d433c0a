import { constants } from 'node:os';
import type { Runtime } from '../runtime.ts';

/**
 * Resolves with the first SIGINT or SIGTERM. Whoever cannot wait for what is under way sends another, which ends the
 * process at once.
 */
export function firstShutdownSignal(runtime: Runtime): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  let first: NodeJS.Signals | undefined;
  let isImpatient = false;
  const receive = (signal: NodeJS.Signals) => {
    if (isImpatient) process.exit(128 + constants.signals[signal]);
    if (first) return;
    first = signal;
    // Ctrl-C under `npm start` comes twice: from the terminal, and handed on by npm.
    runtime.after(ECHO, () => {
      isImpatient = true;
    });
    resolve(signal);
  };
  process.on('SIGINT', receive);
  process.on('SIGTERM', receive);
  return promise;
}

/** Milliseconds within which a signal that comes again is the same one. */
const ECHO = 300;
