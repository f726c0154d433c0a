import { splitAuthority } from '../syntax/authority.ts';
import { BIN_NAME, type Target } from './target.ts';

const BIN_HOST = '.bin.localhost';

export interface BinOfRequest {
  /** Null without a valid bin. */
  readonly bin: string | null;
  /** Whether the request names no bin, or a valid one. */
  readonly isValid: boolean;
}

/**
 * The bin of a request: that of `Sparring-Bin`, of the prefix of the path, or of the host, such as `KEY.bin.localhost`.
 * @param named the first value of `Sparring-Bin`.
 * @param host the value of `Host`, if the target has no authority.
 */
export function readBin(
  named: string | undefined,
  target: Pick<Target, 'base' | 'authority'>,
  host: string | undefined,
): BinOfRequest {
  const label = labelOf(target.authority ?? host);
  // Most requests name no bin.
  if (named === undefined && label === undefined && target.base === '') return NO_BIN;
  const sources = [named, prefixOf(target), label].filter((bin) => bin !== undefined);
  const bin = sources.find((source) => BIN_NAME.test(source)) ?? null;
  return { bin, isValid: bin === (sources[0] ?? null) };
}

const NO_BIN: BinOfRequest = { bin: null, isValid: true };

function prefixOf({ base }: Pick<Target, 'base'>): string | undefined {
  return base === '' ? undefined : base.slice('/bin/'.length);
}

function labelOf(host: string | undefined): string | undefined {
  if (!host?.toLowerCase().includes(BIN_HOST)) return undefined;
  const name = splitAuthority(host).host;
  return name.toLowerCase().endsWith(BIN_HOST) ? name.slice(0, -BIN_HOST.length) : undefined;
}
