import type { SparringServer, StartOptions } from '../types/index.ts';
import { requireSupportedNode } from './config/node-version.ts';

export type * from '../types/index.ts';
export { JournalTimeout } from './journal/journal-timeout.ts';

/**
 * Starts a server inside this process.
 * @throws UsageError when an option, the seed, the address or the version of Node is wrong; DatabaseError.
 */
export async function start(options: StartOptions = {}): Promise<SparringServer> {
  requireSupportedNode(process.versions.node);
  const { startLibrary } = await library;
  return startLibrary(options);
}

/** The server, loaded with this module. Old versions of Node cannot load it, so `start` checks the version first. */
const library = import('./library.ts');
library.catch(() => {});
