import type { Scopes } from '#http/routing/scopes.ts';
import type { Service } from '#http/routing/service.ts';
import { BINS_PATH, splitBin, withoutBins } from './bin-prefix.ts';
import { isBinHost } from './request-bin.ts';

/**
 * Bins as the scopes of a port.
 * @param hostService the service that alone has the hosts of bins
 */
export function createBinScopes(hostService: Service): Scopes {
  return { ...PREFIXES, hostService };
}

/** The scopes of a port of one bin, which has all hosts. */
export function createBinPortScopes(bin: string): Scopes {
  return { ...PREFIXES, ofPort: bin };
}

const PREFIXES = {
  path: BINS_PATH,
  split: splitBin,
  withoutPrefixes: withoutBins,
  hasHost: isBinHost,
} satisfies Scopes;
