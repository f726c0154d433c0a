import type { CounterSetName, NamedValue } from './hub.ts';
import type { Addition } from './shared-state.ts';

/** A call of a worker to the hub of its primary process. */
export type HubCall =
  | { readonly call: 'load' }
  | {
      readonly call: 'compareAndSet';
      readonly name: string;
      readonly version: number;
      readonly text: string | null;
    }
  | {
      readonly call: 'add';
      readonly set: CounterSetName;
      readonly key: string;
      readonly addition: Addition;
    }
  | {
      readonly call: 'subtract';
      readonly set: CounterSetName;
      readonly key: string;
      readonly endsAt: number;
    }
  | {
      readonly call: 'read' | 'delete';
      readonly set: CounterSetName;
      readonly keys: readonly string[];
    }
  | { readonly call: 'clear'; readonly set: CounterSetName }
  | { readonly call: 'acquire' | 'gather'; readonly name: string }
  | { readonly call: 'release'; readonly lock: number };

/** Messages of a worker about shared state. */
export type HubRequest =
  | { readonly type: 'call'; readonly id: number; readonly call: HubCall }
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
      /** Seconds, of a `StoreUnavailableError`. */
      readonly retryAfter?: number | undefined;
    }
  | { readonly type: 'change'; readonly id: number; readonly value: NamedValue }
  | { readonly type: 'gather'; readonly id: number; readonly name: string };

/** One end of the message channel between two processes. */
export interface Channel<Sent, Received> {
  send(message: Sent): void;
  onMessage(listener: (message: Received) => void): void;
}
