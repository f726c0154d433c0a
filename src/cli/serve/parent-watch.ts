import type { Runtime } from '#runtime.ts';
import { ancestorsOf, isChain } from './ancestors.ts';

export interface ParentWatch {
  /** Resolves when standard input ends, or the program that uses this process has ended. */
  readonly ended: Promise<void>;
  readonly hasEnded: () => boolean;
  /** Reads no further, so that the process can end. */
  close(): void;
}

/**
 * Watches the program that uses this process. The end of standard input is not enough: a child process of the program can keep
 * the other end of the pipe open.
 */
export function watchParent(
  { after }: Pick<Runtime, 'after'>,
  input: NodeJS.ReadStream = process.stdin,
): ParentWatch {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isOver = false;
  const end = () => {
    isOver = true;
    resolve();
  };
  // What arrives is discarded.
  input.on('end', end).on('error', end).on('close', end).resume();
  const ancestors = ancestorsOf(process.ppid);
  const check = () => {
    if (isOver) return;
    if (isChain(ancestors)) after(INTERVAL_MS, check);
    else end();
  };
  after(INTERVAL_MS, check);
  return { ended: promise, hasEnded: () => isOver, close: () => void input.destroy() };
}

const INTERVAL_MS = 1000;
