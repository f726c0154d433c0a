import type { EntryOutline } from '../recording/journal.ts';
import type { RingLimits, RingUsage } from '../recording/ring.ts';

/**
 * The oldest entries of the whole journal: each process keeps as many entries as the limits permit for all, and its readers
 * omit those that the others have replaced.
 */
export interface Horizon {
  /** Only entries with a greater id. */
  readonly floor: number;
  /** The floor for the entries of a bin. */
  readonly bins: Readonly<Record<string, number>>;
}

export const NO_HORIZON: Horizon = { floor: 0, bins: {} };

export function isBeyond({ floor, bins }: Horizon, id: number, bin: string | null): boolean {
  return id <= floor || (bin !== null && id <= (bins[bin] ?? 0));
}

/** The horizon of all processes: what one of them has removed is older than what all have. */
export function mergeHorizons(usages: readonly Pick<RingUsage, 'floor' | 'binFloors'>[]): Horizon {
  const floor = Math.max(0, ...usages.map((usage) => usage.floor));
  const bins: Record<string, number> = Object.create(null);
  for (const [bin, id] of usages.flatMap(({ binFloors }) => binFloors))
    if (id > floor) bins[bin] = Math.max(id, bins[bin] ?? 0);
  return { floor, bins };
}

/** Whether the entries of all processes together exceed the limits. */
export function exceeds(usages: readonly RingUsage[], { entries, bytes }: RingLimits): boolean {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  if (sum(usages.map(({ size }) => size)) > entries) return true;
  if (sum(usages.map((usage) => usage.bytes)) > bytes) return true;
  const bins = new Map<string, number>();
  for (const [bin, size] of usages.flatMap((usage) => usage.bins)) bins.set(bin, size + (bins.get(bin) ?? 0));
  return [...bins.values()].some((size) => size > maximumOfBin(entries));
}

/** The horizon of these entries, at least `horizon`. */
export function limitEntries(
  outlines: readonly EntryOutline[],
  { entries, bytes }: RingLimits,
  { floor, bins }: Horizon,
): Horizon {
  const limited: Record<string, number> = Object.assign(Object.create(null), bins);
  const counts = new Map<string, number>();
  let count = 0;
  let size = 0;
  // From the newest one to the oldest one.
  for (const [id, ownSize, bin] of outlines.toSorted(([one], [other]) => other - one)) {
    if (isBeyond({ floor, bins: limited }, id, bin)) continue;
    if (bin !== null) {
      const inBin = (counts.get(bin) ?? 0) + 1;
      counts.set(bin, inBin);
      if (inBin > maximumOfBin(entries)) {
        limited[bin] = id;
        continue;
      }
    }
    count++;
    size += ownSize;
    if (count > entries || size > bytes) return { floor: id, bins: limited };
  }
  return { floor, bins: limited };
}

/** Maximum number of entries of a bin, as in each ring. */
function maximumOfBin(entries: number): number {
  return Math.max(1, entries / 2);
}
