import type { AllowedHosts } from './allowed-hosts.ts';
import { type BodyLimits, decodeBody, decodeParams, decodeQuery } from './decode.ts';
import type { Endpoint } from './endpoint.ts';
import { methodNotAllowed, notFound, tunnelNotServed } from './errors.ts';
import type { Exchange } from './exchange.ts';
import type { Mount, Mounts } from './mounts.ts';
import { checkRequestHead } from './request-head.ts';
import type { Match } from './router.ts';
import type { Service } from './service.ts';

export interface RoutingOptions extends BodyLimits {
  readonly mounts: Mounts;
  /** Hosts by which clients may call the services; undefined where any is allowed. */
  readonly allowedHosts?: AllowedHosts | undefined;
}

/** Calls the endpoint of the request. @throws HttpError, and what the endpoint throws */
export function route(options: RoutingOptions, mount: Mount, exchange: Exchange): void | Promise<void> {
  exchange.authority = checkRequestHead(exchange);
  if (exchange.method === 'CONNECT') throw tunnelNotServed();
  // The target `*` asks about the server, not about a path (RFC 9110 §9.3.7).
  if (exchange.path === '*' && exchange.method === 'OPTIONS')
    return mount.service.options(exchange, options.mounts.allow);
  const merged = mount.service.mergedSlashes && withoutRepeatedSlashes(exchange.path);
  if (merged !== undefined && mount.router.find(merged))
    return mount.service.mergedSlashes?.(exchange, merged);

  const slashless = findWithoutSlash(mount, exchange.path);
  const match = slashless ?? mount.router.find(exchange.path);
  checkHost(options, match?.resource.service ?? mount.service, exchange);
  if (match) {
    exchange.format = match.resource.service;
    // A redirect is no response of the endpoint.
    if (!slashless) exchange.template = match.resource.template;
  }
  const service = match?.resource.service ?? mount.service;
  if (slashless) return redirectWithoutSlash(service, slashless, exchange);
  const request = service.rules?.request;
  const intercepted = request ? request(exchange) : undefined;
  return intercepted
    ? respondUnless(intercepted, options, service, match, exchange)
    : respond(options, service, match, exchange);
}

/** The resource of the path without the slash at its end, if that path is redirected to. */
function findWithoutSlash({ router }: Mount, path: string): Match | undefined {
  if (!path.endsWith('/') || path === '/') return undefined;
  const match = router.find(path.slice(0, -1));
  return match?.resource.redirectsSlash ? match : undefined;
}

/**
 * The target is a path that a service has, on this origin: it begins with a single slash.
 * @throws what `authenticate` throws, as for the path without the slash
 */
function redirectWithoutSlash(
  service: Service,
  { resource }: Match,
  exchange: Exchange,
): void | Promise<void> {
  const { method, path, query, base } = exchange;
  const endpoint = resource.byMethod.get(method);
  if (!endpoint) return handleUnmatched(service, exchange, resource.allow);
  const redirect = () =>
    exchange.empty(308, [['Location', base + path.slice(0, -1) + (query === undefined ? '' : `?${query}`)]]);
  const caller = service.authenticate?.(exchange, endpoint);
  return caller instanceof Promise ? caller.then(redirect) : redirect();
}

/** @param intercepted whether the response has been sent. */
async function respondUnless(
  intercepted: Promise<boolean>,
  options: RoutingOptions,
  service: Service,
  match: Match | undefined,
  exchange: Exchange,
): Promise<void> {
  if (!(await intercepted)) await respond(options, service, match, exchange);
}

function respond(
  options: RoutingOptions,
  service: Service,
  match: Match | undefined,
  exchange: Exchange,
): void | Promise<void> {
  if (!match) return handleUnmatched(service, exchange, undefined);
  const { resource } = match;
  const endpoint = resource.byMethod.get(exchange.method);
  if (endpoint) return serve(options, service, endpoint, match, exchange);
  if (exchange.method === 'OPTIONS') return service.options(exchange, resource.allow);
  const anyMethod = resource.byMethod.get('*');
  if (anyMethod) return serve(options, service, anyMethod, match, exchange);
  return handleUnmatched(service, exchange, resource.allow);
}

function checkHost({ allowedHosts }: RoutingOptions, { anyHost }: Service, exchange: Exchange): void {
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
  options: RoutingOptions,
  service: Service,
  endpoint: Endpoint,
  match: Match,
  exchange: Exchange,
): void | Promise<void> {
  const caller = service.authenticate?.(exchange, endpoint);
  if (caller instanceof Promise || endpoint.body)
    return serveAsync(options, service, endpoint, match, exchange, caller);
  const params = decodeParams(endpoint, match.params);
  const query = decodeQuery(endpoint, exchange, service.strictQuery);
  return endpoint.handle({ params, query, body: undefined, exchange, service: service.context, caller });
}

async function serveAsync(
  options: RoutingOptions,
  service: Service,
  endpoint: Endpoint,
  match: Match,
  exchange: Exchange,
  authenticated: unknown,
): Promise<void> {
  const caller = await authenticated;
  const params = decodeParams(endpoint, match.params);
  const query = decodeQuery(endpoint, exchange, service.strictQuery);
  const maxBodySize = Math.min(service.maxBodySize ?? options.maxBodySize, options.maxBodySize);
  const body = await decodeBody(endpoint, exchange, { maxBodySize, bodyBudget: options.bodyBudget });
  await endpoint.handle({ params, query, body, exchange, service: service.context, caller });
}

/** The path with single slashes, or undefined when it has no repeated ones. */
function withoutRepeatedSlashes(path: string): string | undefined {
  return path.includes('//') ? path.replace(/\/{2,}/g, '/') : undefined;
}
