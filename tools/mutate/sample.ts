import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Mutant } from './mutant.ts';

/** The folders that are sampled evenly; a subfolder counts for the folder above it. */
export const areas: readonly string[] = [
  'src/accounts/domain/sign-in',
  'src/accounts/domain/tokens',
  'src/accounts/pages',
  'src/http',
  'src/accounts/storage',
];

function areaOf({ file }: Mutant): string {
  return areas.find((area) => file.startsWith(`${area}/`)) ?? path.posix.dirname(file);
}

/** `size` mutants, the same number of each area where it has as many. The seed decides which. */
export function sampleMutants(mutants: readonly Mutant[], size: number, seed: string): Mutant[] {
  const rank = ({ file, start, end, kind, replacement }: Mutant) =>
    createHash('sha256').update([seed, file, start, end, kind, replacement].join('\0')).digest('hex');
  const byArea = [...Map.groupBy(mutants, areaOf)].sort(([a], [b]) => (a < b ? -1 : 1));
  const groups = byArea.map(([, group]) =>
    group
      .map((mutant) => ({ mutant, rank: rank(mutant) }))
      .sort((a, b) => (a.rank < b.rank ? -1 : 1))
      .map(({ mutant }) => mutant),
  );
  const rounds = Math.max(0, ...groups.map((group) => group.length));
  const turns = Array.from({ length: rounds }, (_, round) =>
    groups.flatMap((group) => group.slice(round, round + 1)),
  );
  return turns.flat().slice(0, size);
}
