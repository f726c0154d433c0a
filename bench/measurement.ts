/** One row of the result. */
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
