import type { Runtime } from '#runtime.ts';
import { formatDatabaseReason } from './database-errors.ts';
import { affectsWritesOnly, type FailureKind, failureName } from './failure-kinds.ts';

/** Reports an outage of the database in one sentence at its start and one at its end. */
export interface OutageLog {
  /** Whether an outage has begun and not ended. */
  readonly isOpen: boolean;
  failed(kind: FailureKind, error: unknown): void;
  succeeded(isWrite: boolean): void;
  /** Ends the reports, because the store closes. */
  close(): void;
}

interface Outage {
  readonly startedAt: number;
  readonly counts: Map<FailureKind, number>;
  lastFailureAt: number;
}

/** An operation that succeeds ends an outage when none has failed for so many milliseconds. */
const QUIET_MS = 1000;
/** The quiet time in milliseconds while the database answers, and only some operations fail. */
const PARTIAL_QUIET_MS = 10_000;

export function createOutageLog(
  report: (sentence: string) => void,
  { monotonic }: Pick<Runtime, 'monotonic'>,
): OutageLog {
  let outage: Outage | undefined;
  let isClosed = false;

  return {
    get isOpen() {
      return outage !== undefined;
    },

    failed(kind, error) {
      if (isClosed) return;
      const now = monotonic();
      if (outage === undefined) {
        outage = { startedAt: now, counts: new Map(), lastFailureAt: now };
        report(
          `The database is not available (${failureName(kind)}: ${formatDatabaseReason(error)}). Requests that need it get 503.`,
        );
      }
      outage.lastFailureAt = now;
      outage.counts.set(kind, (outage.counts.get(kind) ?? 0) + 1);
    },

    succeeded(isWrite) {
      if (outage === undefined || isClosed) return;
      const now = monotonic();
      const kinds = [...outage.counts.keys()];
      const quiet = kinds.includes('connection') ? QUIET_MS : PARTIAL_QUIET_MS;
      if (now - outage.lastFailureAt < quiet) return;
      if (!isWrite && kinds.every(affectsWritesOnly)) return;
      const { startedAt, counts } = outage;
      outage = undefined;
      const seconds = Math.max(1, Math.round((now - startedAt) / 1000));
      report(`The database is available again after ${seconds} s. ${describe(counts)}`);
    },

    close() {
      isClosed = true;
    },
  };
}

function describe(counts: ReadonlyMap<FailureKind, number>): string {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const parts = [...counts].map(([kind, count]) => `${count} × ${failureName(kind)}`);
  return `${all} ${all === 1 ? 'operation' : 'operations'} failed: ${parts.join(', ')}.`;
}
