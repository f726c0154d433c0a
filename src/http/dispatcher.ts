import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Runtime } from '../runtime.ts';
import type { AllowedHosts } from './allowed-hosts.ts';
import { type ConcurrencyLimiter, createConcurrencyLimiter } from './concurrency-limiter.ts';
import type { Connections } from './connection.ts';
import { type BodyLimits, decodeBody, decodeParams, decodeQuery } from './decode.ts';
import { channels, type ExchangeStart } from './diagnostics.ts';
import type { Endpoint } from './endpoint.ts';
import { HttpError, methodNotAllowed, notFound, tunnelNotServed } from './errors.ts';
import { Exchange } from './exchange.ts';
import { type FinishedExchange, observeExchange } from './finished-exchange.ts';
import { abortReply, isHttp2Request } from './http2.ts';
import type { Mount, Mounts } from './mounts.ts';
import type { Recorder } from './recorder.ts';
import { checkRequestHead } from './request-head.ts';
import type { RequestMetrics } from './request-metrics.ts';
import type { RequestsInProgress } from './requests-in-progress.ts';
import type { Match } from './router.ts';
import type { Log, Service } from './service.ts';
import { parseTraceParent, toTraceFields } from './trace-context.ts';

export interface DispatcherOptions extends BodyLimits {
  readonly mounts: Mounts;
  /** Hosts by which clients may call the services; undefined where any is allowed. */
  readonly allowedHosts?: AllowedHosts | undefined;
  readonly connections: Connections;
  readonly runtime: Runtime;
  readonly log: Log;
  /** Maximum number of requests in progress for one client address; 0 disables the limit. */
  readonly maxConcurrency: number;
  /** Given when several dispatchers share the limit. */
  readonly limiter?: ConcurrencyLimiter;
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
  const limiter = options.limiter ?? createConcurrencyLimiter(options.maxConcurrency);
  const starts = channel(channels.exchangeStart);
  const { requestMetrics, observe, recorder } = options;
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
    if (starts.hasSubscribers) starts.publish({ exchange, mount } satisfies ExchangeStart);
    // Several services share a mount; only observers and the recorder need to know which one it is before routing.
    const unrecorded = observe || recorder ? options.mounts.findUnrecorded(exchange.path) : undefined;
    const service = unrecorded ?? mount.service;
    if (observe) observeExchange(options.runtime, exchange, service, observe);
    run(options, limiter, mount, exchange, service);
    requestMetrics?.add(exchange, startedAt);
  };
}

function run(
  options: DispatcherOptions,
  limiter: ConcurrencyLimiter,
  mount: Mount,
  exchange: Exchange,
  service: Service,
): void {
  try {
    options.recorder?.begin(exchange, service);
    limiter.check(exchange);
    const pending = route(options, mount, exchange);
    if (pending) {
      limiter.acquire(exchange);
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
    ensureResponse(exchange);
  } catch (error) {
    sendError(options, mount, exchange, error);
  } finally {
    options.requests.end(exchange);
  }
}

function route(options: DispatcherOptions, mount: Mount, exchange: Exchange): void | Promise<void> {
  exchange.authority = checkRequestHead(exchange);
  if (exchange.method === 'CONNECT') throw tunnelNotServed();
  // The target `*` asks about the server, not about a path (RFC 9110 §9.3.7).
  if (exchange.path === '*' && exchange.method === 'OPTIONS')
    return mount.service.options(exchange, options.mounts.allow);
  const merged = mount.service.mergedSlashes && withoutRepeatedSlashes(exchange.path);
  if (merged !== undefined && mount.router.find(merged))
    return mount.service.mergedSlashes?.(exchange, merged);

  const match = mount.router.find(exchange.path);
  checkHost(options, match?.resource.service ?? mount.service, exchange);
  if (!match) return handleUnmatched(mount.service, exchange, undefined);
  const { resource } = match;
  exchange.format = resource.service;
  exchange.template = resource.template;
  const endpoint = resource.byMethod.get(exchange.method);
  if (endpoint) return serve(options, resource.service, endpoint, match, exchange);
  if (exchange.method === 'OPTIONS') return resource.service.options(exchange, resource.allow);
  const anyMethod = resource.byMethod.get('*');
  if (anyMethod) return serve(options, resource.service, anyMethod, match, exchange);
  return handleUnmatched(resource.service, exchange, resource.allow);
}

function checkHost({ allowedHosts }: DispatcherOptions, { anyHost }: Service, exchange: Exchange): void {
  if (allowedHosts === undefined || anyHost === 'always') return;
  if (anyHost === 'with-credentials' && exchange.field('Authorization') !== undefined) return;
  allowedHosts.check(exchange);
}

function handleUnmatched(
  service: Service,
  exchange: Exchange,
  allow: string | undefined,
): void | Promise<void> {
  if (service.handleUnmatched) return service.handleUnmatched(exchange, allow);
  throw allow === undefined ? notFound() : methodNotAllowed(allow);
}

/** Synchronous for endpoints without asynchronous steps: a promise for each request would cost more than the rest. */
function serve(
  options: DispatcherOptions,
  service: Service,
  endpoint: Endpoint,
  match: Match,
  exchange: Exchange,
): void | Promise<void> {
  const caller = service.authenticate?.(exchange, endpoint);
  if (caller instanceof Promise || endpoint.body)
    return serveAsync(options, service, endpoint, match, exchange, caller);
  const params = decodeParams(endpoint, match.params);
  const query = decodeQuery(endpoint, exchange);
  return endpoint.handle({ params, query, body: undefined, exchange, service: service.context, caller });
}

async function serveAsync(
  options: DispatcherOptions,
  service: Service,
  endpoint: Endpoint,
  match: Match,
  exchange: Exchange,
  authenticated: unknown,
): Promise<void> {
  const caller = await authenticated;
  const params = decodeParams(endpoint, match.params);
  const query = decodeQuery(endpoint, exchange);
  const maxBodySize = Math.min(service.maxBodySize ?? options.maxBodySize, options.maxBodySize);
  const body = await decodeBody(endpoint, exchange, { maxBodySize, bodyBudget: options.bodyBudget });
  await endpoint.handle({ params, query, body, exchange, service: service.context, caller });
}

/** The path with single slashes, or undefined when it has no repeated ones. */
function withoutRepeatedSlashes(path: string): string | undefined {
  return path.includes('//') ? path.replace(/\/{2,}/g, '/') : undefined;
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
