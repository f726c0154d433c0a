import type { TestContext } from 'node:test';
import type { Exchange, ResponseFormat } from '#http/message/exchange.ts';
import { createExchangeObserver, type FinishedExchange } from '#http/message/finished-exchange.ts';
import { TextContent } from '#http/message/response.ts';
import { createConcurrencyLimiter } from '#http/routing/concurrency-limiter.ts';
import { createDispatcher } from '#http/routing/dispatcher.ts';
import { declareFor, type Endpoint } from '#http/routing/endpoint.ts';
import { createRoutes } from '#http/routing/routes.ts';
import type { Scopes } from '#http/routing/scopes.ts';
import type { Service, ServiceFallback } from '#http/routing/service.ts';
import type { ServiceDocumentation } from '#http/routing/service-documentation.ts';
import { type ListenOptions, listen } from '#http/server/listen.ts';
import { createUpgrades } from '#http/server/upgrade.ts';
import { createBodyBudget } from '#http/transport/body-budget.ts';
import { Connections } from '#http/transport/connections/connection.ts';
import { reasonPhrase } from '#http/syntax/reason-phrases.ts';
import { RequestsInProgress } from '#http/transport/requests-in-progress.ts';
import { createRuntime } from '#runtime.ts';

export const endpoint = declareFor<undefined>();

/** The members that every declaration requires and these tests do not use. */
export const anything = { tag: 'Toy', summary: 'A toy.', responses: {}, examples: [] } as const;

/** An endpoint that sends the chunks of the source. */
export function streaming(path: string, source: (exchange: Exchange) => AsyncIterable<string | Uint8Array>) {
  return endpoint({
    ...anything,
    path,
    methods: ['GET'],
    handle: ({ exchange }) => exchange.stream(200, [], source(exchange)),
  });
}

export interface Toy {
  readonly port: number;
  readonly logged: { message: string; details: object | undefined }[];
  readonly finished: FinishedExchange[];
  close(): Promise<void>;
}

/** Members of a service for tests that replace the others, also within its objects. */
export interface ToyOverrides extends Partial<Omit<Service, 'documentation' | 'format' | 'fallback'>> {
  readonly documentation?: Partial<ServiceDocumentation>;
  readonly format?: Partial<ResponseFormat>;
  readonly fallback?: Partial<ServiceFallback>;
}

/** A service for tests. */
export function toyService(
  endpoints: readonly Endpoint[],
  { documentation, format, fallback, ...members }: ToyOverrides = {},
): Service {
  return {
    name: 'toy',
    documentation: {
      title: 'Toy',
      version: '1',
      description: 'A toy.',
      tags: {},
      errorContent: { 'text/plain': TextContent },
      ...documentation,
    },
    prefix: '',
    pathDecoding: 'segment',
    endpoints,
    context: undefined,
    format: {
      jsonType: 'application/json',
      toJson: JSON.stringify,
      reasonPhrase,
      commonFields: () => [['X-Common', 'yes']],
      renderError: (error) => ({
        fields: [['Content-Type', 'text/plain'], ...error.fields],
        content: `${error.status} ${error.message}`,
      }),
      ...format,
    },
    fallback: {
      options: (exchange, allow) => exchange.empty(204, [['Allow', allow]]),
      ...fallback,
    },
    ...members,
  };
}

/** Scopes for tests, with the prefixes `/scope/KEY` and the hosts below `scope.localhost`. */
export const TOY_SCOPES: Scopes = {
  path: '/scope',
  split(target) {
    const [base] = /^\/scope\/[a-z]+(?=\/|$)/.exec(target.path) ?? [];
    return base === undefined ? undefined : { ...target, base, path: target.path.slice(base.length) || '/' };
  },
  withoutPrefixes: (path) => path.replace(/^(?:\/scope\/[^/]*)+(?=\/)/, ''),
  hasHost: (authority) => /(?:^|\.)scope\.localhost(?::\d+)?$/i.test(authority),
};

export interface ToyLimits extends Partial<Omit<ListenOptions, 'host' | 'port'>> {
  readonly idleTimeout?: number;
}

/**
 * The kernel with a service for tests and small limits. Only for rules that no endpoint of the services can show, with
 * the reason beside the test; the others are tested with `inConfigurations`.
 */
export async function serveToy(
  t: TestContext,
  endpoints: readonly Endpoint[],
  overrides: ToyOverrides = {},
  { idleTimeout = 3000, ...transport }: ToyLimits = {},
): Promise<Toy> {
  const service = toyService(endpoints, overrides);
  const logged: Toy['logged'] = [];
  const finished: FinishedExchange[] = [];
  const runtime = transport.runtime ?? createRuntime();
  const log = {
    info() {},
    warn() {},
    error: (message: string, details?: object) => void logged.push({ message, details }),
  };
  const { recorder, requestMetrics } = transport;
  const limits = { maxBodySize: 1000, bodyBudget: createBodyBudget(3000) };
  const routes = createRoutes([service], { ...limits, requestMetrics });
  const connections = new Connections({ idleTimeout, runtime, nextId: () => 0 });
  const limiter = createConcurrencyLimiter(3);
  const listener = await listen(
    {
      host: ['127.0.0.1'],
      port: 0,
      maxHeaderSize: 8192,
      headerTimeout: 1000,
      requestTimeout: 2000,
      keepAliveTimeout: 1500,
      runtime,
      ...transport,
    },
    createDispatcher({
      routes,
      connections,
      limiter,
      idleTimeout,
      requests: new RequestsInProgress(),
      runtime,
      log,
      observers: [
        createExchangeObserver((record) => void finished.push(record), runtime),
        ...(requestMetrics ? [requestMetrics] : []),
      ],
    }),
    routes,
    connections,
    createUpgrades(routes, connections, { log, limiter, recorder, requestMetrics }),
  );
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= listener.close(runtime.sleep(2000)));
  t.after(close);
  return { port: listener.port, logged, finished, close };
}
