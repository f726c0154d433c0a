import { parseTarget, type Target } from '../syntax/target.ts';
import { createMount, type Mount } from './mount.ts';
import type { RouteOptions } from './route.ts';
import type { Match } from './router.ts';
import type { Scopes } from './scopes.ts';
import type { Service } from './service.ts';
import { createUnrecordedPaths, isUnder, type UnrecordedPaths, withBasePath } from './unrecorded-paths.ts';

/** The parts of a request target, its route, and the path parameters. */
export interface Located extends Match {
  readonly target: Target;
}

/** All routes of a port. */
export interface Routes {
  /**
   * Parses a request target, and finds its route. The route of an unknown path is that of the service with the longest
   * prefix. The prefix of a scope is recognized in front of all paths except those of services outside scopes.
   * @param host the value of `Host` or `:authority`, unchecked. A target in absolute form precedes it (RFC 9112 §3.2.2).
   */
  find(requestTarget: string, host: string | undefined): Located;
  /** The service that handles a path if it is unknown. */
  serviceOf(path: string): Service;
  readonly unrecorded: UnrecordedPaths;
  /** All methods of all paths: the value of `Allow` in the response to `OPTIONS *`. */
  readonly allow: string;
  /** The services that a host has. */
  servicesAt(authority: string): readonly Service[];
}

/**
 * @throws Error when no service is mounted at the root, or for a keyword of a schema that nothing enforces.
 */
export function createRoutes(
  services: readonly Service[],
  options: Omit<RouteOptions, 'unrecorded'>,
  scopes?: Scopes,
): Routes {
  const hostService = scopes?.hostService;
  const all = hostService ? [...new Set([...services, hostService])] : services;
  const unrecorded = createUnrecordedPaths(all, scopes);
  const prefixed = services.flatMap((service) =>
    [service.prefix, ...(service.otherPrefixes ?? [])].map((prefix) => ({ prefix, service })),
  );
  const mounts = [...Map.groupBy(prefixed, ({ prefix }) => prefix)]
    .map(([prefix, group]) =>
      createMount(
        prefix,
        group.map(({ service }) => service),
        { ...options, unrecorded },
      ),
    )
    .sort((one, other) => other.prefix.length - one.prefix.length);
  const root = mounts.pop();
  if (root?.prefix !== '') throw new Error('No service is mounted at the root');
  const hostMount =
    hostService &&
    createMount(
      '',
      [hostService],
      { ...options, unrecorded },
      root.routes.filter(({ service }) => service === hostService),
    );

  /** The mount of a host that one service has alone; undefined for all other hosts. */
  const mountAt = (authority: string): Mount | undefined =>
    hostMount && scopes?.hasHost(authority) ? hostMount : undefined;
  const mountOf = (path: string): Mount => {
    for (const mount of mounts)
      if (path.startsWith(mount.prefix) && isUnder(path, mount.prefix)) return mount;
    return root;
  };
  const locate = (target: Target, only: Mount | undefined): Located => {
    const { route, params } = (only ?? mountOf(target.path)).find(target.path);
    return { target, route, params };
  };

  const { basePath = '' } = options;
  // A path of the server itself remains one: a proxy must remove the base path then.
  const isRemoved =
    basePath !== '' &&
    !isPathOf(all, scopes, basePath) &&
    mountOf(basePath).find(basePath).route.template === '';
  const withoutBasePath = (path: string) =>
    isRemoved && isUnder(path, basePath) ? path.slice(basePath.length) || '/' : path;

  return {
    find(requestTarget, host) {
      const parsed = parseTarget(requestTarget);
      // The port of a scope is behind no proxy.
      if (scopes?.ofPort !== undefined) return locate({ ...parsed, scope: scopes.ofPort }, undefined);
      const target =
        basePath === '' ? parsed : { ...parsed, prefix: basePath, path: withoutBasePath(parsed.path) };
      const authority = target.authority ?? host;
      const only = authority === undefined ? undefined : mountAt(authority);
      const inner = scopes?.split(target);
      // Only rules respond to the prefix alone: relative URLs of a page there would leave the scope.
      if (inner && target.path === inner.base)
        return { target: inner, route: (only ?? root).unknown, params: {} };
      const located = inner && locate(inner, only);
      if (!inner || !located || located.route.owner.isRecorded) return located ?? locate(target, only);
      // In a scope, the paths of other services are unknown, and rules can respond to them.
      const { unknown } = only ?? root;
      if (located.route.service.inScopes === 'absent') return { target: inner, route: unknown, params: {} };
      const owner = unrecorded.serviceOf(inner.path);
      return !owner || owner.inScopes === 'outside'
        ? locate(target, only)
        : { target: inner, route: { ...unknown, owner }, params: {} };
    },
    serviceOf: (path) => mountOf(withoutBasePath(path)).service,
    unrecorded: basePath === '' ? unrecorded : withBasePath(unrecorded, basePath),
    allow: allMethods(services),
    servicesAt: (authority) => (hostService && mountAt(authority) ? [hostService] : services),
  };
}

/** Whether the path, or a path below it, is one of the services or of the prefixes of scopes. */
function isPathOf(services: readonly Service[], scopes: Scopes | undefined, path: string): boolean {
  const paths = services.flatMap((service) => [
    service.prefix,
    ...(service.otherPrefixes ?? []),
    ...service.endpoints.map((endpoint) => endpoint.path),
  ]);
  return [...paths, ...(scopes ? [scopes.path] : [])].some((each) => isUnder(each, path));
}

function allMethods(services: readonly Service[]): string {
  const declared = services.flatMap(({ endpoints }) => endpoints.flatMap(({ methods }) => methods));
  const methods = new Set<string>(['GET', 'HEAD', ...declared.filter((method) => method !== '*'), 'OPTIONS']);
  return [...methods].join(', ');
}
