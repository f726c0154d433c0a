import type { BodyBudget } from '#http/message/body/body-budget.ts';
import type { RequestMetrics } from '#http/routing/request-metrics.ts';
import type { Runtime } from '#runtime.ts';

/** The parts of a server that metrics read. */
export interface MetricSources {
  readonly version: string;
  /** The number of this process, if it is one of several workers. Each series has it as a label. */
  readonly worker: number | undefined;
  readonly runtime: Pick<Runtime, 'machineNow'>;
  readonly requests: RequestMetrics;
  readonly bodyBudget: BodyBudget;
  signIns(): Iterable<SignInCount>;
  /** The number of waiting entries by queue. */
  queues(): Readonly<Record<string, number>>;
  /** Undefined for a database without connections. */
  pool(): PoolState | undefined;
  /** The number of calls that the audit did not record, because its buffer was full. */
  droppedAuditCalls(): number;
  /** Undefined when the journal is disabled. */
  readonly journal: JournalState | undefined;
  /** The number of open connections on all ports. */
  connections(): Promise<number>;
}

interface JournalState {
  /** Number of entries. */
  readonly size: number;
  /** Number of entries that were removed to stay within the limits. */
  readonly dropped: number;
}

interface SignInCount {
  readonly factor: string;
  readonly outcome: string;
  readonly count: number;
}

interface PoolState {
  /** Maximum number of connections. */
  readonly limit: number;
  /** Open connections. */
  readonly open: number;
  /** Open connections without an operation. */
  readonly idle: number;
}

/** One value of a metric. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

export const WORKER_UP_HELP = 'Whether a worker responds: 1, or 0 without its other metrics.';
