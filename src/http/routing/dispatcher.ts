import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpError } from '../errors/errors.ts';
import { Exchange } from '../message/exchange.ts';
import type { ExchangeObserver } from '../message/exchange-observer.ts';
import type { ExchangeServer } from '../message/exchange-server.ts';
import { readHost } from '../message/request-host.ts';
import { parseTraceParent, toTraceFields } from '../message/trace-context.ts';
import { ContentLimitError } from '../syntax/content-limit-error.ts';
import type { Connection } from '../transport/connections/connection.ts';
import type { ConnectionInfo } from '../transport/connections/connection-info.ts';
import { abortResponse, isClosed, isHttp2Request } from '../transport/http2/http2.ts';
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

type Start = (
  request: IncomingMessage,
  nodeResponse: ServerResponse,
  connection: Connection | undefined,
  info: ConnectionInfo,
  requestNumber: number,
) => void;

export type Dispatcher = (request: IncomingMessage, nodeResponse: ServerResponse) => void;

/** Runs the steps of each request: route, authenticate, decode, handle. The service renders every error that is thrown. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { routes, connections, observers } = options;
  const starts = channel(channels.exchangeStart);
  const awaitsClose = observers.some((observer) => observer.awaitsClose);

  const start: Start = (request, nodeResponse, connection, info, requestNumber) => {
    const located = routes.find(request.url ?? '/', readHost(request));
    const exchange = new Exchange(request, nodeResponse, located, connection, info, requestNumber, options);
    if (starts.hasSubscribers) starts.publish({ exchange, route: located.route } satisfies ExchangeStart);
    if (awaitsClose) endOnClose(exchange);
    run(options, located, exchange);
    if (awaitsClose) return;
    // A listener for each request would cost more than the counters of metrics.
    if (nodeResponse.writableEnded) end(exchange);
    else endOnClose(exchange);
  };

  function endOnClose(exchange: Exchange): void {
    exchange.onClose(() => end(exchange));
  }

  function end(exchange: Exchange): void {
    for (const observer of observers) observer.ended(exchange);
  }

  return (request, nodeResponse) => {
    if (isHttp2Request(request)) {
      const info = connections.infos.of(request.stream.session ?? request.socket, request.socket);
      start(request, nodeResponse, undefined, info, ++info.requestCount);
      return;
    }
    const connection = connections.of(request.socket);
    const number = connection.begin(nodeResponse);
    // Unread content would make the system reset the connection.
    if (number === 0) request.resume();
    else if (connection.held) void startWhenReleased(connection, request, nodeResponse, number, start);
    else start(request, nodeResponse, connection, connection.info, number);
  };
}

/** Waits for decisions about earlier requests of the connection, which can close it to this one. */
async function startWhenReleased(
  connection: Connection,
  request: IncomingMessage,
  nodeResponse: ServerResponse,
  requestNumber: number,
  start: Start,
): Promise<void> {
  while (connection.held) await connection.held;
  if (connection.isClosing || isClosed(nodeResponse)) request.resume();
  else start(request, nodeResponse, connection, connection.info, requestNumber);
}

function run(options: DispatcherOptions, { route, params }: Located, exchange: Exchange): void {
  const { limiter, observers } = options;
  try {
    for (const observer of observers) observer.started(exchange);
    const isLimited = !route.service.isUnlimited;
    if (isLimited) limiter.check(exchange);
    const pending = serve(options, route, params, exchange);
    if (pending) {
      if (isLimited) limiter.acquire(exchange, (release) => exchange.onClose(release));
      void awaitResponse(options, route, exchange, pending);
    } else ensureResponse(exchange);
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
  if (!exchange.hasResponse && !exchange.signal.aborted)
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
  if (exchange.nodeResponse.headersSent || exchange.hasResponse) {
    // Another response is no longer possible.
    exchange.recorder?.destroyed('server-fin');
    abortResponse(exchange.nodeResponse);
    return;
  }
  try {
    const { fields, content } = service.format.renderError(httpError, exchange);
    exchange.send(httpError.status, fields, content);
  } catch (failure) {
    reportUnexpected(options, exchange, failure);
    exchange.nodeResponse.destroy();
  }
}

function reportUnexpected({ log }: DispatcherOptions, exchange: Exchange, error: unknown): HttpError {
  const { requestId } = exchange;
  const trace = toTraceFields(parseTraceParent(exchange.field('traceparent')));
  log.error('Unexpected error', { requestId, ...trace, error });
  return new HttpError(500, `Internal server error. The log has the details under ${requestId}.`);
}
