import type { Log } from '#http/routing/service.ts';
import { BoundedMap } from '#http/syntax/bounded-map.ts';
import type { Runtime } from '#runtime.ts';
import { type AuditedCall, StoreUnavailableError } from '../../store/index.ts';

/** The members of an audited call that identify it. */
export type CallTraits = Omit<AuditedCall, 'count' | 'firstAt' | 'lastAt'>;

export interface AuditBufferOptions {
  readonly runtime: Runtime;
  readonly log: Log;
  write(calls: readonly AuditedCall[]): Promise<void>;
}

/** Milliseconds until buffered calls are written. */
const WINDOW_MS = 250;
/** Number of different calls that are written at once, without waiting for others. */
const FLUSH_THRESHOLD = 500;
/** Milliseconds until a failed write is repeated. */
const RETRY_MS = 5000;
/** Maximum number of different calls that wait for the database. */
const MAX_WAITING = 5000;

/** Buffers calls and merges equal ones, so that many calls need few rows and few writes. */
export class AuditBuffer {
  readonly #options: AuditBufferOptions;
  readonly #waiting = new BoundedMap<string, AuditedCall>({ capacity: MAX_WAITING, whenFull: 'reject' });
  #cancel: (() => void) | undefined;
  #writing: Promise<void> = Promise.resolve();
  #inFlight: readonly AuditedCall[] = [];
  #hasFailed = false;
  #dropped = 0;
  #isClosed = false;

  constructor(options: AuditBufferOptions) {
    this.#options = options;
  }

  /** The number of counted calls that are not in the store. */
  get pending(): number {
    const calls = [...this.#inFlight, ...[...this.#waiting].map(([, call]) => call)];
    return calls.reduce((sum, { count }) => sum + count, 0);
  }

  /** The number of calls that were not counted, because the buffer was full. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Counts the call. `describe` runs only when no call with the same key is buffered. */
  add(key: string, describe: () => CallTraits): void {
    const now = this.#options.runtime.now();
    const same = this.#waiting.get(key);
    if (same) {
      same.count++;
      same.lastAt = now;
    } else if (this.#waiting.set(key, { ...describe(), firstAt: now, lastAt: now, count: 1 })) {
      if (this.#waiting.size === FLUSH_THRESHOLD) void this.flush();
      else this.#schedule(WINDOW_MS);
    } else this.#dropped++;
  }

  flush(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  discard(): Promise<void> {
    this.#waiting.clear();
    return this.flush();
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.flush();
  }

  #schedule(milliseconds: number): void {
    if (!this.#isClosed) this.#cancel ??= this.#options.runtime.after(milliseconds, () => this.flush());
  }

  async #write(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const calls = [...this.#waiting];
    this.#waiting.clear();
    this.#inFlight = calls.map(([, call]) => call);
    try {
      await this.#options.write(this.#inFlight);
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#hasFailed && !(error instanceof StoreUnavailableError))
        this.#options.log.warn('The audit could not be written. The write will be repeated', { error });
      this.#hasFailed = true;
      for (const [key, call] of calls) this.#requeue(key, call);
      this.#schedule(RETRY_MS);
    } finally {
      this.#inFlight = [];
    }
  }

  #requeue(key: string, call: AuditedCall): void {
    const later = this.#waiting.get(key);
    if (later) Object.assign(later, { firstAt: call.firstAt, count: later.count + call.count });
    else if (!this.#waiting.set(key, call)) this.#dropped += call.count;
  }
}
