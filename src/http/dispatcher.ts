import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Runtime } from '../runtime.ts';
import type { ConcurrencyLimiter } from './concurrency-limiter.ts';
import type { Connection, Connections } from './connection.ts';
import { channels, type ExchangeStart } from './diagnostics.ts';
import { HttpError } from './errors.ts';
import { Exchange } from './exchange.ts';
import { type FinishedExchange, observeExchange } from './finished-exchange.ts';
import { abortReply, isClosed, isHttp2Request } from './http2.ts';
import type { Mount } from './mounts.ts';
import type { Recorder } from './recorder.ts';
import type { RequestMetrics } from './request-metrics.ts';
import type { RequestsInProgress } from './requests-in-progress.ts';
import { type RoutingOptions, route } from './routing.ts';
import type { Log, Service } from './service.ts';
import { parseTraceParent, toTraceFields } from './trace-context.ts';

export interface DispatcherOptions extends RoutingOptions {
  readonly connections: Connections;
  readonly runtime: Runtime;
  readonly log: Log;
  readonly limiter: ConcurrencyLimiter;
  /** Milliseconds without progress after which a streamed response is aborted. */
  readonly idleTimeout: number;
  readonly requests: RequestsInProgress;
  /** Called once for every finished exchange. */
  readonly observe?: ((finished: FinishedExchange) => void) | undefined;
  /** Counts every exchange. */
  readonly requestMetrics?: RequestMetrics | undefined;
  readonly recorder?: Recorder | undefined;
}

export type Dispatcher = (request: IncomingMessage, reply: ServerResponse) => void;

/** Runs the steps of each request: route, authenticate, decode, handle. The service renders every error that is thrown. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const starts = channel(channels.exchangeStart);
  const { requestMetrics, observe, recorder } = options;

  function start(exchange: Exchange, mount: Mount, startedAt: number): void {
    if (starts.hasSubscribers) starts.publish({ exchange, mount } satisfies ExchangeStart);
    // Several services share a mount; only observers and the recorder need to know which one it is before routing.
    const unrecorded = observe || recorder ? options.mounts.findUnrecorded(exchange.path) : undefined;
    const service = unrecorded ?? mount.service;
    if (observe) observeExchange(options.runtime, exchange, service, observe);
    run(options, mount, exchange, service);
    requestMetrics?.add(exchange, startedAt);
  }

  return (request, reply) => {
    const startedAt = requestMetrics ? options.runtime.monotonic() : 0;
    const { mount, target } = options.mounts.locate(request.url ?? '/');
    const connection = isHttp2Request(request) ? undefined : options.connections.of(request.socket);
    const exchange = new Exchange(request, reply, target, connection, mount.service, options);
    if (connection?.begin(exchange) === false) {
      // Unread content would make the system reset the connection.
      request.resume();
      return;
    }
    if (connection?.held)
      void startWhenReleased(connection, exchange, () => start(exchange, mount, startedAt));
    else start(exchange, mount, startedAt);
  };
}

/** Waits for decisions about earlier requests of the connection, which can close it to this one. */
async function startWhenReleased(
  connection: Connection,
  { request, reply }: Exchange,
  start: () => void,
): Promise<void> {
  while (connection.held) await connection.held;
  if (connection.isClosing || isClosed(reply)) request.resume();
  else start();
}

function run(options: DispatcherOptions, mount: Mount, exchange: Exchange, service: Service): void {
  const { limiter } = options;
  try {
    options.recorder?.begin(exchange, service);
    const isLimited = !mount.service.isUnlimited;
    if (isLimited) limiter.check(exchange);
    const pending = route(options, mount, exchange);
    if (pending) {
      if (isLimited) limiter.acquire(exchange, exchange.reply);
      void awaitResponse(options, mount, exchange, pending);
    } else ensureResponse(exchange);
  } catch (error) {
    sendError(options, mount, exchange, error);
  }
}

async function awaitResponse(
  options: DispatcherOptions,
  mount: Mount,
  exchange: Exchange,
  pending: Promise<void>,
): Promise<void> {
  options.requests.begin(exchange);
  try {
    await pending;
    if (exchange.interception) await exchange.interception.sent;
    ensureResponse(exchange);
  } catch (error) {
    sendError(options, mount, exchange, error);
    await awaitIntercepted(options, mount, exchange, error);
  } finally {
    options.requests.end(exchange);
  }
}

/** Waits for an error response that is intercepted, and sends the error of the interception in its place. */
async function awaitIntercepted(
  options: DispatcherOptions,
  mount: Mount,
  exchange: Exchange,
  sent: unknown,
): Promise<void> {
  try {
    await exchange.interception?.sent;
  } catch (error) {
    if (error !== sent) sendError(options, mount, exchange, error);
  }
}

function ensureResponse(exchange: Exchange): void {
  if (!exchange.hasResponse && !exchange.signal.aborted)
    throw new Error(`The handler of ${exchange.template} sent no response`);
}

function sendError(options: DispatcherOptions, mount: Mount, exchange: Exchange, error: unknown): void {
  // Several services may share a mount: the error has the format of the one that has the path.
  const service = mount.router.find(exchange.path)?.resource.service ?? mount.service;
  const httpError =
    error instanceof HttpError
      ? error
      : (service.toHttpError?.(error) ?? reportUnexpected(options, exchange, error));
  if (exchange.reply.headersSent || exchange.hasResponse) {
    // Another response is no longer possible.
    exchange.recorder?.destroyed('server-fin');
    abortReply(exchange.reply);
    return;
  }
  try {
    const { fields, content } = service.renderError(httpError, exchange);
    exchange.send(httpError.status, fields, content);
  } catch (failure) {
    reportUnexpected(options, exchange, failure);
    exchange.reply.destroy();
  }
}

function reportUnexpected({ log }: DispatcherOptions, exchange: Exchange, error: unknown): HttpError {
  const { requestId } = exchange;
  const trace = toTraceFields(parseTraceParent(exchange.field('traceparent')));
  log.error('Unexpected error', { requestId, ...trace, error });
  return new HttpError(500, `Internal server error. The log has the details under ${requestId}.`);
}
