import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The memory that is in use after a collection, in bytes. */
export function usedMemory(): { readonly heapUsed: number; readonly arrayBuffers: number } {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  // A collection completes the release of what the one before it has found, which continues in other threads.
  for (let count = 0; count < 3; count++) collectGarbage();
  return process.memoryUsage();
}
