import type { TestContext } from 'node:test';
import { createBodyBudget } from '#http/message/body/body-budget.ts';
import type { Exchange, ResponseFormat } from '#http/message/exchange.ts';
import type { FinishedExchange } from '#http/message/finished-exchange.ts';
import { RequestsInProgress } from '#http/message/requests-in-progress.ts';
import { TextContent } from '#http/message/response.ts';
import { createConcurrencyLimiter } from '#http/routing/concurrency-limiter.ts';
import { declareFor, type Endpoint } from '#http/routing/endpoint.ts';
import type { Scopes } from '#http/routing/scopes.ts';
import type { Service, ServiceFallback } from '#http/routing/service.ts';
import type { ServiceDocumentation } from '#http/routing/service-documentation.ts';
import { type HttpServerOptions, openHttpServer } from '#http/server/http-server.ts';
import { reasonPhrase } from '#http/syntax/reason-phrases.ts';
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

/** Options that replace those of a toy. */
export interface ToyLimits
  extends Partial<
    Pick<HttpServerOptions, 'recorder' | 'requestMetrics' | 'runtime' | 'tls' | 'h2c' | 'source'>
  > {
  readonly headerTimeout?: number;
  readonly requestTimeout?: number;
  readonly keepAliveTimeout?: number;
  /** Milliseconds without progress after which a response is aborted. */
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
  {
    headerTimeout = 1000,
    requestTimeout = 2000,
    keepAliveTimeout = 1500,
    idleTimeout = 3000,
    ...transport
  }: ToyLimits = {},
): Promise<Toy> {
  const logged: Toy['logged'] = [];
  const finished: FinishedExchange[] = [];
  const runtime = transport.runtime ?? createRuntime();
  const listener = await openHttpServer([toyService(endpoints, overrides)], {
    host: ['127.0.0.1'],
    port: 0,
    tls: undefined,
    h2c: false,
    recorder: undefined,
    requestMetrics: undefined,
    ...transport,
    runtime,
    maxBodySize: 1000,
    bodyBudget: createBodyBudget(3000),
    maxDuration: 0,
    keepAliveTimeout,
    timeLimits: { headerTimeout, requestTimeout, stallTimeout: idleTimeout },
    allowedHosts: undefined,
    limiter: createConcurrencyLimiter(3),
    requests: new RequestsInProgress(),
    nextConnectionId: () => 0,
    log: {
      info() {},
      warn() {},
      error: (message: string, details?: object) => void logged.push({ message, details }),
    },
    observe: (record) => void finished.push(record),
  });
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= listener.close(runtime.sleep(2000)));
  t.after(close);
  return { port: listener.port, logged, finished, close };
}
