import type { Target } from '#http/syntax/target.ts';

/** The path below which the prefixes of bins are. */
export const BINS_PATH = '/bin';

const BIN_PREFIX = /^\/bin\/[A-Za-z0-9._~-]{1,64}(?=\/|$)/;

/** Separates the prefix of a bin from the path; undefined when the path has none. The path of a prefix alone is `/`. */
export function splitBin(target: Target): Target | undefined {
  if (!target.path.startsWith('/bin/')) return undefined;
  const [base] = BIN_PREFIX.exec(target.path) ?? [];
  return base === undefined ? undefined : { ...target, base, path: target.path.slice(base.length) || '/' };
}

/** The path behind all segments that look like the prefix of a bin, also of an invalid one. */
export function withoutBins(path: string): string {
  return path.replace(/^(?:\/bin\/[^/]*)+(?=\/)/, '');
}

/** The bin that a prefix names, such as `/bin/KEY`. */
export function binOfPrefix(base: string): string {
  return base.slice(BINS_PATH.length + 1);
}
