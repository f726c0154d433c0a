import type { Gathered, GatherQuery } from './worker-channel.ts';

/** The methods of the primary process that workers call by messages. */
export interface ChannelMethods {
  /** The worker gets queries from now on. Resolves when it has got the standing ones. */
  start(): Promise<void>;
  gather(query: GatherQuery): Promise<Gathered>;
  forgetLost(before: number): Promise<void>;
  endQueries(prefix: string): Promise<void>;
}

/** Messages of a worker. */
export type ChannelRequest =
  | {
      readonly type: 'call';
      readonly id: number;
      readonly method: keyof ChannelMethods;
      readonly parameters: readonly unknown[];
    }
  | { readonly type: 'post'; readonly worker: number; readonly text: string }
  | { readonly type: 'gathered'; readonly id: number; readonly text: string | undefined };

/** Messages of the primary process. */
export type ChannelMessage =
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
    }
  | { readonly type: 'post'; readonly text: string }
  | { readonly type: 'gather'; readonly id: number; readonly query: GatherQuery };

/** One end of the message channel between two processes. */
export interface Channel<Sent, Received> {
  send(message: Sent): void;
  onMessage(listener: (message: Received) => void): void;
}
