import { channel } from 'node:diagnostics_channel';
import { CODE } from '#wire/http2/error.ts';
import type { WireExchange } from '#wire/port.ts';
import { HttpError } from '../errors/errors.ts';
import { Exchange } from '../message/exchange.ts';
import type { ExchangeObserver } from '../message/exchange-observer.ts';
import type { ExchangeServer } from '../message/exchange-server.ts';
import { parseTraceParent, toTraceFields } from '../message/trace-context.ts';
import { ContentLimitError } from '../syntax/content-limit-error.ts';
import type { ConcurrencyLimiter } from './concurrency-limiter.ts';
import { channels, type ExchangeStart } from './diagnostics.ts';
import type { Route } from './route.ts';
import type { Located, Routes } from './routes.ts';
import { type RoutingOptions, serve } from './routing.ts';
import type { Log } from './service.ts';

export interface DispatcherOptions extends ExchangeServer, RoutingOptions {
  readonly routes: Routes;
  readonly log: Log;
  readonly limiter: ConcurrencyLimiter;
  readonly observers: readonly ExchangeObserver[];
}

/** @returns for a handler that goes on: a promise that resolves when it has ended */
export type Dispatcher = (wire: WireExchange, located: Located) => void | Promise<void>;

/** Runs the steps of each request: authenticate, decode, handle. The service renders every error that is thrown. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { observers } = options;
  const starts = channel(channels.exchangeStart);
  return (wire, located) => {
    const exchange = new Exchange(wire, located, options);
    if (starts.hasSubscribers) starts.publish({ exchange, route: located.route } satisfies ExchangeStart);
    wire.onEnd(() => {
      exchange.endedAt = options.runtime.monotonic();
      for (const observer of observers) observer.ended(exchange);
    });
    return run(options, located, exchange);
  };
}

function run(
  options: DispatcherOptions,
  { route, params }: Located,
  exchange: Exchange,
): void | Promise<void> {
  const { limiter, observers } = options;
  try {
    for (const observer of observers) observer.started(exchange);
    const isLimited = !route.service.isUnlimited;
    if (isLimited) limiter.check(exchange);
    const pending = serve(options, route, params, exchange);
    if (pending) {
      if (isLimited) limiter.acquire(exchange, (release) => exchange.onClose(release));
      return awaitResponse(options, route, exchange, pending);
    }
    ensureResponse(exchange);
  } catch (error) {
    sendError(options, route, exchange, error);
  }
}

async function awaitResponse(
  options: DispatcherOptions,
  route: Route,
  exchange: Exchange,
  pending: Promise<void>,
): Promise<void> {
  options.requests.begin();
  try {
    await pending;
    if (exchange.interception) await exchange.interception.sent;
    ensureResponse(exchange);
  } catch (error) {
    sendError(options, route, exchange, error);
    await awaitIntercepted(options, route, exchange, error);
  } finally {
    options.requests.end();
  }
}

/** Waits for an error response that is intercepted, and sends the error of the interception in its place. */
async function awaitIntercepted(
  options: DispatcherOptions,
  route: Route,
  exchange: Exchange,
  sent: unknown,
): Promise<void> {
  try {
    await exchange.interception?.sent;
  } catch (error) {
    if (error !== sent) sendError(options, route, exchange, error);
  }
}

function ensureResponse(exchange: Exchange): void {
  if (!exchange.hasResponse && exchange.wire.ended === undefined && !exchange.signal.aborted)
    throw new Error(`The handler of ${exchange.route.template} sent no response`);
}

/** The error of the message, or of a parser. */
function asHttpError(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error;
  return error instanceof ContentLimitError ? new HttpError(413, error.message, { cause: error }) : undefined;
}

function sendError(options: DispatcherOptions, { service }: Route, exchange: Exchange, error: unknown): void {
  const httpError =
    asHttpError(error) ?? service.toHttpError?.(error) ?? reportUnexpected(options, exchange, error);
  if (exchange.hasResponse) {
    // Another response is no longer possible.
    void exchange.wire.abort({ type: 'stream', code: CODE.INTERNAL_ERROR }, 'server-fin');
    return;
  }
  try {
    const { fields, content } = service.format.renderError(httpError, exchange);
    exchange.send(httpError.status, fields, content);
  } catch (failure) {
    reportUnexpected(options, exchange, failure);
    void exchange.wire.abort({ type: 'stream', code: CODE.INTERNAL_ERROR }, 'server-fin');
  }
}

function reportUnexpected({ log }: DispatcherOptions, exchange: Exchange, error: unknown): HttpError {
  const { requestId } = exchange;
  const trace = toTraceFields(parseTraceParent(exchange.field('traceparent')));
  log.error('Unexpected error', { requestId, ...trace, error });
  return new HttpError(500, `Internal server error. The log has the details under ${requestId}.`);
}
