import { methodNotAllowed, notFound, tunnelNotServed } from '../errors/errors.ts';
import type { Exchange } from '../message/exchange.ts';
import { checkRequestHead } from '../message/request-head.ts';
import type { AllowedHosts } from './allowed-hosts.ts';
import type { RawParams } from './decode.ts';
import type { Route } from './route.ts';
import type { Service } from './service.ts';

export interface RoutingOptions {
  /** Hosts by which clients may call the services; undefined where any is allowed. */
  readonly allowedHosts?: AllowedHosts | undefined;
  /** Value of `Allow` in the response to `OPTIONS *`. */
  readonly routes: { readonly allow: string };
}

/**
 * Checks the head of a request, applies the rules of its service, and redirects it or calls its endpoint.
 * @throws HttpError, and what the endpoint throws
 */
export function serve(
  { allowedHosts, routes }: RoutingOptions,
  route: Route,
  params: RawParams,
  exchange: Exchange,
): void | Promise<void> {
  const { service, rules } = route;
  exchange.checkedAuthority = checkRequestHead(exchange);
  if (exchange.method === 'CONNECT') throw tunnelNotServed();
  // The target `*` asks about the server, not about a path (RFC 9110 §9.3.7).
  if (exchange.path === '*' && exchange.method === 'OPTIONS')
    return service.fallback.options(exchange, routes.allow);
  if (allowedHosts !== undefined && service.anyHost !== 'always') checkHost(allowedHosts, service, exchange);
  if (rules.request !== null) {
    const decided = rules.request(exchange, route.allow !== undefined || route.redirect !== null);
    if (decided) return respondUnless(decided, route, params, exchange);
  }
  return respond(route, params, exchange);
}

/** @param decided whether the rules have sent the response. */
async function respondUnless(
  decided: Promise<boolean>,
  route: Route,
  params: RawParams,
  exchange: Exchange,
): Promise<void> {
  if (!(await decided)) await respond(route, params, exchange);
}

function checkHost(allowedHosts: AllowedHosts, { anyHost }: Service, exchange: Exchange): void {
  if (anyHost === 'with-credentials' && exchange.field('Authorization') !== undefined) return;
  allowedHosts.check(exchange);
}

function respond(route: Route, params: RawParams, exchange: Exchange): void | Promise<void> {
  if (route.redirect !== null) return route.redirect(exchange);
  const { service, byMethod, allow } = route;
  const endpoint = byMethod.get(exchange.method);
  if (endpoint) return endpoint.serve(exchange, params);
  if (allow === undefined) return handleUnmatched(service, exchange, undefined);
  if (exchange.method === 'OPTIONS') return service.fallback.options(exchange, allow);
  const anyMethod = byMethod.get('*');
  return anyMethod ? anyMethod.serve(exchange, params) : handleUnmatched(service, exchange, allow);
}

/**
 * Redirects the path of a route with a slash at its end to the path without it. The target is a path that a service has,
 * on this origin: it begins with a single slash.
 */
export function redirectWithoutSlash({ service, byMethod, allow }: Route): NonNullable<Route['redirect']> {
  return (exchange) => {
    const { method, path, query, base } = exchange;
    const declared = byMethod.get(method);
    if (!declared) return handleUnmatched(service, exchange, allow);
    const location = base + path.slice(0, -1) + (query === undefined ? '' : `?${query}`);
    const redirect = () => exchange.empty(308, [['Location', location]]);
    // A client without access gets the same error as for the path without the slash.
    const caller = service.authenticate?.(exchange, declared.endpoint);
    return caller instanceof Promise ? caller.then(redirect) : redirect();
  };
}

function handleUnmatched(
  service: Service,
  exchange: Exchange,
  allow: string | undefined,
): void | Promise<void> {
  if (service.fallback.unmatched) return service.fallback.unmatched(exchange, allow);
  throw allow === undefined ? notFound() : methodNotAllowed(allow);
}
