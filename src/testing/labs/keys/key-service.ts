import type { ExchangeSummary } from '#journal/recording/exchange-summary.ts';
import type { KeyRequest } from './logic.ts';
import { type AttemptCall, hasEnded, type MemoryAttempt, type MemoryKeys } from './memory-keys.ts';

/** The methods of the keys that have data as parameters and results. */
export type KeyMethods = Pick<
  MemoryKeys,
  'check' | 'read' | 'list' | 'define' | 'seed' | 'delete' | 'replace' | 'start'
>;

/** The calls of a worker to its primary process about keys. */
export interface KeyCalls extends Omit<KeyMethods, 'read'> {
  read(...parameters: Parameters<MemoryKeys['read']>): Promise<ReturnType<MemoryKeys['read']>>;
  /** @param id number of the attempt in its process. */
  begin(
    id: number,
    call: AttemptCall,
    summary: ExchangeSummary,
  ): Promise<Pick<MemoryAttempt, 'lab' | 'result' | 'rejection'>>;
  decide(id: number, request: KeyRequest): Promise<unknown>;
  /** The exchange of an attempt has ended, or the body of its request has ended afterwards. */
  end(id: number, summary: ExchangeSummary, chosenStatus: number, isSettled: boolean): void;
  /** @param id of the wait. */
  wait(id: number, lab: string, key: string, count: number, within: number): Promise<number>;
  endWait(id: number): void;
}

/** An attempt whose exchange is in a worker, as far as the worker has reported it. */
interface WorkerExchange {
  summary: ExchangeSummary;
  chosenStatus: number;
  isSettled: boolean;
  /** Undefined until the lab has decided on the request. */
  attempt: MemoryAttempt | undefined;
}

/** Executes the calls of one worker about the keys of this process. */
export class KeyService {
  /** The exchanges that can still change, by the number of the attempt in the worker. */
  readonly #exchanges = new Map<number, WorkerExchange>();
  readonly #waits = new Map<number, AbortController>();
  readonly #calls: KeyCalls;

  /** @param settle resolves when the workers have reported the ends of all exchanges whose responses are complete. */
  constructor(keys: MemoryKeys, settle: () => Promise<void>) {
    this.#calls = {
      begin: async (id, call, summary) => {
        const exchange: WorkerExchange = { summary, chosenStatus: 0, isSettled: false, attempt: undefined };
        this.#exchanges.set(id, exchange);
        try {
          if (keys.isOccupied(call)) await settle();
          const attempt = keys.begin(call, { summarize: () => exchange.summary });
          exchange.attempt = attempt;
          const { lab, result, rejection } = attempt;
          return { lab, result, rejection };
        } finally {
          this.#report(id, exchange);
        }
      },
      decide: async (id, request) => {
        const attempt = this.#exchanges.get(id)?.attempt;
        if (!attempt) throw hasEnded();
        return attempt.decide(request);
      },
      end: (id, summary, chosenStatus, isSettled) => {
        const exchange = this.#exchanges.get(id);
        if (!exchange) return;
        Object.assign(exchange, { summary, chosenStatus, isSettled });
        if (exchange.attempt) this.#report(id, exchange);
      },
      wait: async (id, lab, key, count, within) => {
        const controller = new AbortController();
        this.#waits.set(id, controller);
        try {
          return await keys.waitForEnds(lab, key, count, within, controller.signal);
        } finally {
          this.#waits.delete(id);
        }
      },
      endWait: (id) => this.#waits.get(id)?.abort(),
      read: async (lab, key) => {
        const record = keys.read(lab, key);
        if (!record || record.ended === record.count) return record;
        await settle();
        return keys.read(lab, key);
      },
      check: (...parameters) => keys.check(...parameters),
      list: () => keys.list(),
      define: (defined) => keys.define(defined),
      seed: (defined) => keys.seed(defined),
      delete: (lab, key) => keys.delete(lab, key),
      replace: (defined) => keys.replace(defined),
      start: (defined) => keys.start(defined),
    };
  }

  call(method: string, parameters: readonly unknown[]): unknown {
    return Reflect.apply(Reflect.get(this.#calls, method), this.#calls, parameters);
  }

  /** The worker has ended, and the system has closed its connections. */
  end(): void {
    for (const [id, exchange] of this.#exchanges) {
      const { summary } = exchange;
      Object.assign(exchange, {
        summary: { ...summary, ended: summary.ended ?? 'server-rst' },
        isSettled: true,
      });
      if (exchange.attempt) this.#report(id, exchange);
    }
    for (const wait of this.#waits.values()) wait.abort();
  }

  /** Reports to the attempt what the worker has reported of its exchange. A request that the lab has rejected has no attempt. */
  #report(id: number, { attempt, summary, chosenStatus, isSettled }: WorkerExchange): void {
    if (attempt) {
      attempt.chosenStatus = chosenStatus;
      if (isSettled) attempt.settled();
      if (summary.ended !== null) attempt.ended();
    }
    if (isSettled || !attempt) this.#exchanges.delete(id);
  }
}
