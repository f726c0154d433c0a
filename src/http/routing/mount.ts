import { type Route, type RouteOptions, templateRoutes, unknownRoute } from './route.ts';
import { createRouter, type Match } from './router.ts';
import { redirectWithoutSlash } from './routing.ts';
import type { Service } from './service.ts';

/** The services under one prefix. The first of them handles unknown paths. */
export interface Mount {
  readonly prefix: string;
  readonly service: Service;
  /** The routes of the path templates. */
  readonly routes: readonly Route[];
  /** The route of the paths without an endpoint. */
  readonly unknown: Route;
  /** The route of a path, also of an unknown one. */
  find(path: string): Match;
}

/** @param routes of the path templates of the services, if they are compiled. */
export function createMount(
  prefix: string,
  services: readonly Service[],
  options: RouteOptions,
  routes = templateRoutes(services, options),
): Mount {
  const [service] = services;
  if (!service) throw new Error(`No service is mounted at ${prefix}`);
  const unknown = unknownRoute(service, options);
  const router = createRouter(routes, service.pathDecoding);
  const { mergedSlashes } = service.fallback;
  const merged: Route | undefined = mergedSlashes && {
    ...unknown,
    redirect: (exchange) => mergedSlashes(exchange, mergeSlashes(exchange.path)),
  };
  const slashRedirects = new Map(
    routes
      .filter(({ redirectsSlash }) => redirectsSlash)
      .map((route) => [
        route,
        {
          ...route,
          // A redirect is no response of the endpoint.
          template: '',
          metrics: unknown.metrics,
          redirect: redirectWithoutSlash(route),
        } satisfies Route,
      ]),
  );

  function findRedirect(path: string): Match | undefined {
    const slashless = path.endsWith('/') && path !== '/' ? router.find(path.slice(0, -1)) : undefined;
    const route = slashless && slashRedirects.get(slashless.route);
    return route && { route, params: slashless.params };
  }

  /** Compat: slashes in front of a parameter are merged, and those within it are kept. */
  function findWithRepeatedSlashes(path: string): Match | undefined {
    const found = router.find(path);
    if (found && !Object.values(found.params).some((value) => value?.startsWith('/'))) return found;
    return merged && router.find(mergeSlashes(path)) ? { route: merged, params: {} } : undefined;
  }

  return {
    prefix,
    service,
    routes,
    unknown,
    find(path) {
      const known = UNUSUAL.test(path) ? undefined : router.findPlain(path);
      if (known) return known;
      const found = path.includes('//')
        ? findWithRepeatedSlashes(path)
        : (findRedirect(path) ?? router.find(path));
      const { route, params } = found ?? { route: unknown, params: {} };
      const owner = options.unrecorded.serviceOf(path) ?? route.owner;
      return { route: owner === route.owner ? route : { ...route, owner }, params };
    },
  };
}

/** A path that needs decoding, has empty segments or those that begin with a dot, or can be redirected. */
const UNUSUAL = /[#%\x7f-\uffff]|\/[/.]|.\/$/s;

/** The path with single slashes. */
function mergeSlashes(path: string): string {
  return path.replace(/\/{2,}/g, '/');
}
