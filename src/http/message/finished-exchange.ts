import type { Exchange } from './exchange.ts';
import type { ExchangeObserver } from './exchange-observer.ts';
import type { Protocol } from './received-request.ts';
import { parseTraceParent } from './trace-context.ts';

/** A finished exchange, for observers. */
export interface FinishedExchange {
  /** Identifies the request in the log. */
  readonly requestId: string;
  /** The id of the record; undefined without one. */
  readonly entry: number | undefined;
  /** The trace and the span of the field `traceparent`, if it is valid (W3C Trace Context). */
  readonly traceId: string | undefined;
  readonly spanId: string | undefined;
  readonly method: string;
  /** The matched template; empty without a match. Never the raw path, so that labels stay bounded. */
  readonly template: string;
  readonly service: string;
  /** The status of the response; 0 when the connection was closed before its head. */
  readonly status: number;
  /** From the head of the request to the end of the response, in real time. */
  readonly milliseconds: number;
  /** Length of the content of the response. */
  readonly bytes: number;
  readonly protocol: Protocol;
  readonly peer: string;
}

/** Calls `observe` for each exchange, when the response is complete or its connection is closed. */
export function createExchangeObserver(observe: (finished: FinishedExchange) => void): ExchangeObserver {
  return {
    started() {},
    ended(exchange) {
      const trace = parseTraceParent(exchange.field('traceparent'));
      observe({
        requestId: exchange.requestId,
        entry: exchange.recorder?.id || undefined,
        traceId: trace?.traceId,
        spanId: trace?.spanId,
        method: exchange.method,
        template: exchange.route.template,
        service: exchange.route.owner.name,
        status: readSentStatus(exchange),
        milliseconds: Math.round((exchange.endedAt - exchange.startedAt) * 1000) / 1000,
        bytes: exchange.bytesSent,
        protocol: exchange.protocol,
        peer: exchange.peerAddress,
      });
    },
  };
}

/** The status of the response, or 0 when its head was not sent. */
export function readSentStatus({ wire, rawStatus }: Pick<Exchange, 'wire' | 'rawStatus'>): number {
  return wire.status || rawStatus;
}
