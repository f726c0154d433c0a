import type { Exchange, ExchangeRoute } from '../message/exchange.ts';
import type { BodyLimits } from './decode.ts';
import type { RequestMetrics } from './request-metrics.ts';
import { compileEndpoint, type RouteEndpoint } from './route-endpoint.ts';
import { checkSchemaKeywords } from './schema-keywords.ts';
import type { Service, ServiceRules } from './service.ts';
import type { UnrecordedPaths } from './unrecorded-paths.ts';

/**
 * What the server knows of a request by its path: of a path template, of the unknown paths of a service, or of a path that
 * is redirected. All routes are made at the start. The dispatcher finds the route of a request before anything else.
 */
export interface Route extends ExchangeRoute {
  /** Handles the requests, and formats all responses. */
  readonly service: Service;
  /** HEAD has the endpoint of GET; `*` has those of all other methods. */
  readonly byMethod: ReadonlyMap<string, RouteEndpoint>;
  /** Value of the `Allow` field (RFC 9110 §10.2.1); undefined for unknown paths. */
  readonly allow: string | undefined;
  readonly rules: ServiceRules;
  /** Sends a redirect in place of endpoints; null for all other routes. */
  readonly redirect: ((exchange: Exchange) => void | Promise<void>) | null;
  /** Whether the path with a slash at its end is redirected to this one. */
  readonly redirectsSlash: boolean;
}

export interface RouteOptions extends BodyLimits {
  readonly unrecorded: UnrecordedPaths;
  readonly requestMetrics?: RequestMetrics | undefined;
  /** The path below which clients call the server. */
  readonly basePath?: string | undefined;
}

const NO_RULES: ServiceRules = { request: null };

/** The route of the unknown paths of a service. */
export function unknownRoute(service: Service, { requestMetrics }: RouteOptions): Route {
  return {
    service,
    owner: service,
    template: '',
    byMethod: new Map(),
    allow: undefined,
    rules: service.rules ?? NO_RULES,
    metrics: requestMetrics?.ofRoute('', service.name),
    redirect: null,
    redirectsSlash: false,
  };
}

/** The routes of all path templates of services. The first service that declares a template has it. */
export function templateRoutes(services: readonly Service[], options: RouteOptions): Route[] {
  const declared = services.flatMap((service) =>
    service.endpoints.map((endpoint) => ({ service, endpoint })),
  );
  return [...Map.groupBy(declared, ({ endpoint }) => endpoint.path)].map(([template, group]) => {
    const byMethod = new Map<string, RouteEndpoint>();
    for (const { service, endpoint } of group) {
      checkSchemaKeywords(endpoint);
      const compiled = compileEndpoint(endpoint, service, options);
      for (const method of endpoint.methods) {
        if (byMethod.has(method)) throw new Error(`${method} ${template} is declared twice`);
        byMethod.set(method, compiled);
        if (method === 'GET') byMethod.set('HEAD', compiled);
      }
    }
    const [first] = group;
    if (!first) throw new Error(`No endpoint is declared at ${template}`);
    const { service } = first;
    return {
      ...unknownRoute(service, options),
      owner: options.unrecorded.serviceOf(template) ?? service,
      template,
      byMethod,
      allow: [...[...byMethod.keys()].filter((method) => method !== '*'), 'OPTIONS'].join(', '),
      metrics: options.requestMetrics?.ofRoute(template, service.name),
      redirectsSlash:
        service.redirectsSlash === true || group.some(({ endpoint }) => endpoint.redirectsSlash),
    };
  });
}
