import type { Problem } from '#http/errors/errors.ts';
import type { Hub, NamedValue } from './hub.ts';
import type { Counters, GatherQuery } from './shared-state.ts';

/** The methods of the hub of the primary process that workers call by messages. */
export interface HubMethods
  extends Pick<Hub, 'load' | 'compareAndSet' | 'gather' | 'forgetLost' | 'endQueries'> {
  add(set: CounterSetName, ...rest: Parameters<Counters['add']>): ReturnType<Counters['add']>;
  subtract(set: CounterSetName, ...rest: Parameters<Counters['subtract']>): Promise<void>;
  read(set: CounterSetName, keys: readonly string[]): Promise<number[]>;
  delete(set: CounterSetName, keys: readonly string[]): Promise<void>;
  clear(set: CounterSetName): Promise<void>;
  /** Resolves at once. */
  ping(): Promise<void>;
  /** Returns the number of the lock, for `release`. */
  acquire(name: string): Promise<number>;
  /** Acquires a semaphore; 0 when its maximum is reached. */
  tryAcquire(name: string, maximum: number): Promise<number>;
  release(lock: number): Promise<void>;
  /** A call of `PrimaryCalls`. */
  serve(method: string, parameters: readonly unknown[]): Promise<unknown>;
}

export type CounterSetName = Parameters<Hub['counters']>;

/** Messages of a worker about shared state. */
export type HubRequest =
  | {
      readonly type: 'call';
      readonly id: number;
      readonly method: keyof HubMethods;
      readonly parameters: readonly unknown[];
    }
  | { readonly type: 'post'; readonly worker: number; readonly text: string }
  /** A call of `PrimaryCalls` without a response. */
  | { readonly type: 'send'; readonly method: string; readonly parameters: readonly unknown[] }
  | { readonly type: 'applied'; readonly id: number }
  | { readonly type: 'gathered'; readonly id: number; readonly text: string | undefined };

/** Messages of the primary process about shared state. */
export type HubMessage =
  | { readonly type: 'result'; readonly id: number; readonly result: unknown }
  | {
      readonly type: 'error';
      readonly id: number;
      readonly name: string;
      readonly message: string;
      /** The advice of a `StoreUnavailableError`, whose reason is the message. */
      readonly advice?: string | undefined;
      /** Seconds, of a `StoreUnavailableError`. */
      readonly retryAfter?: number | undefined;
      /** The status of an `HttpError`. */
      readonly status?: number | undefined;
      readonly problems?: readonly Problem[] | undefined;
    }
  | { readonly type: 'post'; readonly text: string }
  | { readonly type: 'change'; readonly id: number; readonly value: NamedValue }
  | { readonly type: 'gather'; readonly id: number; readonly query: GatherQuery };

/** One end of the message channel between two processes. */
export interface Channel<Sent, Received> {
  send(message: Sent): void;
  onMessage(listener: (message: Received) => void): void;
}
