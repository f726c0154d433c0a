import { isSupportedNode, unsupportedNode } from '#config/node-version.ts';
import { UsageError } from '#config/usage-error.ts';
import { showFrames, userFrames } from '#config/user-frames.ts';
import type {
  Conformance,
  ConformanceDemands,
  ConformanceOptions,
  SparringServer,
  StartOptions,
} from '../../types/index.ts';

export type * from '../../types/index.ts';
export { VerificationError } from './checks/verification-error.ts';
export { JournalTimeout } from './journal/journal-timeout.ts';
export { SequenceTimeout } from './sequence-timeout.ts';

/**
 * Starts a server inside this process.
 * @throws UsageError when an option, the seed, the address or the version of Node is wrong; DatabaseError.
 */
export async function start(options: StartOptions = {}): Promise<SparringServer> {
  if (!library) throw unsupportedNode(process.versions.node);
  const frames = userFrames(start);
  const { startLibrary } = await library;
  return startLibrary(options).catch((error) => {
    if (error instanceof UsageError) showFrames(error, frames);
    throw error;
  });
}

/** Tests an HTTP client by an adapter. */
export function conformance(options: ConformanceOptions): Conformance {
  return {
    async run() {
      if (!library) throw unsupportedNode(process.versions.node);
      const { runConformanceSuite } = await library;
      return runConformanceSuite(options);
    },
    async verify(demands: ConformanceDemands = {}) {
      if (!library) throw unsupportedNode(process.versions.node);
      const { verifyConformance } = await library;
      return verifyConformance(options, demands);
    },
  };
}

/** The server, loaded with this module. Old versions of Node cannot load it, so they do not; `start` rejects there. */
const library = isSupportedNode(process.versions.node) ? import('./library.ts') : undefined;
library?.catch(() => {});
