import { formatAge } from '#pages/age.ts';
import { readBins } from '../operations/bins/bins.ts';
import type { OperationContext } from '../operations/declaration/context.ts';

/** Number of bins that the home page shows. */
const MAX_BINS = 3;

export type LatestBins = readonly {
  readonly key: string;
  readonly name: string | null;
  readonly entries: number;
  /** The age of the last request, as text; undefined without one. */
  readonly age: string | undefined;
}[];

/** The bins that were used last, for pages of other services. */
export async function readLatestBins(operations: OperationContext): Promise<LatestBins> {
  const now = operations.runtime.machineNow();
  return (await readBins(operations)).slice(0, MAX_BINS).map(({ key, name, entries, last_at }) => ({
    key,
    name,
    entries,
    age: last_at === null ? undefined : formatAge(now - Date.parse(last_at)),
  }));
}
