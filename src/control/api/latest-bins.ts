import { formatAge } from '#pages/age.ts';
import { readBins } from '../operations/bins/bins.ts';
import type { OperationContext } from '../operations/declaration/context.ts';

/** Number of bins that the home page shows. */
const MAX_BINS = 3;

/** The bins that were used last, for pages of other services. */
export async function readLatestBins(operations: OperationContext) {
  const now = operations.runtime.machineNow();
  return (await readBins(operations)).slice(0, MAX_BINS).map(({ key, name, entries, last_at }) => ({
    key,
    name,
    entries,
    age: last_at === null ? undefined : formatAge(now - Date.parse(last_at)),
  }));
}
