import type { Log } from '#http/routing/service.ts';
import { BoundedMap } from '#http/syntax/bounded-map.ts';
import type { Runtime } from '#runtime.ts';
import { type AuditedCall, StoreUnavailableError } from '../../store/index.ts';

/** The members of an audited call that identify it. */
export type CallTraits = Omit<AuditedCall, 'count' | 'firstAt' | 'lastAt'>;

export interface AuditBuffer {
  /** The number of counted calls that are not in the store. */
  readonly pending: number;
  /** The number of calls that were not counted, because the buffer was full. */
  readonly dropped: number;
  /** Counts the call. `describe` runs only when no call with the same key is buffered. */
  add(key: string, describe: () => CallTraits): void;
  flush(): Promise<void>;
  discard(): Promise<void>;
  close(): Promise<void>;
}

export interface AuditBufferOptions {
  readonly runtime: Runtime;
  readonly log: Log;
  write(calls: readonly AuditedCall[]): Promise<void>;
}

/** Milliseconds until buffered calls are written. */
const WINDOW = 250;
/** Number of different calls that are written at once, without waiting for others. */
const FLUSH_THRESHOLD = 500;
/** Milliseconds until a failed write is repeated. */
const RETRY = 5000;
/** Maximum number of different calls that wait for the database. */
const MAX_WAITING = 5000;

/** Buffers calls and merges equal ones, so that many calls need few rows and few writes. */
export function createAuditBuffer({ runtime, log, write }: AuditBufferOptions): AuditBuffer {
  const waiting = new BoundedMap<string, AuditedCall>({ capacity: MAX_WAITING, whenFull: 'reject' });
  let cancel: (() => void) | undefined;
  let writing: Promise<void> = Promise.resolve();
  let inFlight: readonly AuditedCall[] = [];
  let hasFailed = false;
  let dropped = 0;
  let isClosed = false;

  function schedule(milliseconds: number): void {
    if (!isClosed) cancel ??= runtime.after(milliseconds, flush);
  }

  function flush(): Promise<void> {
    cancel?.();
    cancel = undefined;
    writing = writing.then(writeAll);
    return writing;
  }

  async function writeAll(): Promise<void> {
    if (waiting.size === 0) return;
    const calls = [...waiting];
    waiting.clear();
    inFlight = calls.map(([, call]) => call);
    try {
      await write(inFlight);
      hasFailed = false;
    } catch (error) {
      if (!hasFailed && !(error instanceof StoreUnavailableError))
        log.warn('The audit could not be written. The write will be repeated', { error });
      hasFailed = true;
      for (const [key, call] of calls) requeue(key, call);
      schedule(RETRY);
    } finally {
      inFlight = [];
    }
  }

  function requeue(key: string, call: AuditedCall): void {
    const later = waiting.get(key);
    if (later) Object.assign(later, { firstAt: call.firstAt, count: later.count + call.count });
    else if (!waiting.set(key, call)) dropped += call.count;
  }

  return {
    get pending() {
      return [...inFlight, ...[...waiting].map(([, call]) => call)].reduce(
        (sum, { count }) => sum + count,
        0,
      );
    },
    get dropped() {
      return dropped;
    },
    add(key, describe) {
      const now = runtime.now();
      const same = waiting.get(key);
      if (same) {
        same.count++;
        same.lastAt = now;
      } else if (waiting.set(key, { ...describe(), firstAt: now, lastAt: now, count: 1 })) {
        if (waiting.size === FLUSH_THRESHOLD) void flush();
        else schedule(WINDOW);
      } else dropped++;
    },
    flush,
    discard() {
      waiting.clear();
      return flush();
    },
    close() {
      isClosed = true;
      return flush();
    },
  };
}
