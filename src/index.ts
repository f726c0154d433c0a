import type { SparringServer, StartOptions } from '../types/index.ts';
import { requireSupportedNode } from './config/node-version.ts';

export type * from '../types/index.ts';

/**
 * Starts a server inside this process. What it starts with is loaded when it is called: an old Node could not load it, and
 * gets a sentence in its place.
 * @throws UsageError when an option, the seed, the address or the version of Node is wrong; DatabaseError.
 */
export async function start(options: StartOptions = {}): Promise<SparringServer> {
  requireSupportedNode(process.versions.node);
  const { startLibrary } = await import('./library.ts');
  return startLibrary(options);
}
