import type { SparringServer, StartOptions } from '../types/index.ts';
import { isSupportedNode, unsupportedNode } from './config/node-version.ts';

export type * from '../types/index.ts';
export { JournalTimeout } from './journal/recording/journal-timeout.ts';
export { SequenceTimeout } from './library/sequence-timeout.ts';

/**
 * Starts a server inside this process.
 * @throws UsageError when an option, the seed, the address or the version of Node is wrong; DatabaseError.
 */
export async function start(options: StartOptions = {}): Promise<SparringServer> {
  if (!library) throw unsupportedNode(process.versions.node);
  const { startLibrary } = await library;
  return startLibrary(options);
}

/**
 * The server, loaded with this module. Old versions of Node cannot load it, or print a warning about SQLite, so they do
 * not; `start` rejects there.
 */
const library = isSupportedNode(process.versions.node) ? import('./library.ts') : undefined;
library?.catch(() => {});
