/** One figure. */
export type Measurement =
  | {
      readonly what: string;
      readonly unit: string;
      readonly value: number;
      /** Absent for a figure without a target. */
      readonly target?: string;
      readonly isReached?: boolean;
    }
  | { readonly what: string; readonly skipped: string };

/** Figures in rows and columns. A cell without a value is undefined. */
export interface Table {
  readonly title: string;
  /** The first column names the row. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly [name: string, ...cells: (number | string | undefined)[]])[];
}

export type Result = Measurement | Table;

/** The options of the command line, for measurements that have a choice. */
export interface BenchOptions {
  /** Rounds of each comparison. */
  readonly rounds: number;
  /** Duration of the load on each server in one round. */
  readonly milliseconds: number;
  /** Maximum number of records in the store. */
  readonly records: number;
}

export const defaultOptions: BenchOptions = { rounds: 5, milliseconds: 600, records: 100_000 };

/** A ratio that must not be lower than the target. */
export function atLeast(target: number, what: string, value: number): Measurement {
  return { what, unit: '×', value, target: `≥ ${target}`, isReached: value >= target };
}

/** NaN without values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
