import type { Attempt } from '#types/index.ts';

/** An attempt in the read-back of a key. */
export interface AttemptRow extends Attempt {
  /** Present for a rate limit. */
  readonly early?: boolean;
  readonly retryAfter?: number | null;
  /** Present for a sequence with `by=idempotency,replay`. */
  readonly replayed?: boolean;
}

/** The read-back of a key. */
export interface KeyReadBack {
  readonly key: string;
  readonly attempts: readonly AttemptRow[];
  readonly summary: {
    readonly count: number;
    readonly bodyDigests: number;
    readonly idempotencyKeys: readonly string[];
  };
  /** Present for a sequence. */
  readonly stepDirectives?: readonly string[];
  readonly next?: number | null;
  readonly after?: string;
  readonly by?: string;
  /** Present for a rate limit. */
  readonly kind?: string;
  readonly per?: string;
  readonly unit?: string;
  readonly accepted?: number;
  readonly rejected?: number;
  readonly policies?: readonly { readonly name: string; readonly q: number; readonly w: number }[];
  readonly callers?: readonly {
    readonly caller?: string;
    readonly next?: number | null;
    readonly pk?: string | null;
    readonly policies?: readonly {
      readonly name: string;
      readonly remaining: number;
      readonly refillAt: string | null;
    }[];
  }[];
}

/** How an attempt ended, in a clause. */
export function describeEnding({ endedBy }: Pick<AttemptRow, 'endedBy'>): string {
  return endedBy === null ? 'in progress' : (ENDINGS[endedBy] ?? endedBy);
}

const ENDINGS: Readonly<Record<string, string>> = {
  answered: 'response complete',
  'client-fin': 'client closed',
  'client-rst': 'client reset',
  'server-fin': 'server closed',
  'server-rst': 'server reset',
  timeout: 'time limit',
};

/** A time for people: `4.2 ms`, `503 ms`, `2.5 s`. */
export function formatAttemptDuration(milliseconds: number): string {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  return `${Number((milliseconds / 1000).toFixed(2))} s`;
}
