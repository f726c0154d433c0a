import { isBinHost } from '../message/bin.ts';
import { type PageLink, toNavigation } from '../message/page-link.ts';
import { parseTarget, splitBin, type Target } from '../syntax/target.ts';
import { createMount, type Mount } from './mount.ts';
import type { RouteOptions } from './route.ts';
import type { Match } from './router.ts';
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
   * prefix. The prefix of a bin is recognized in front of all paths
   * except those of the control API; behind it, only those of recorded services have endpoints. The hosts of bins have only
   * the paths of their service.
   * @param host the value of `Host` or `:authority`, unchecked. A target in absolute form precedes it (RFC 9112 §3.2.2).
   */
  find(requestTarget: string, host: string | undefined): Located;
  /** The service that handles a path if it is unknown. */
  serviceOf(path: string): Service;
  readonly unrecorded: UnrecordedPaths;
  /** All methods of all paths: the value of `Allow` in the response to `OPTIONS *`. */
  readonly allow: string;
  /** The pages that a host serves, for the navigation. */
  pagesAt(authority: string): readonly PageLink[];
}

/**
 * @param bin the bin of all requests of the port, whose paths have no prefix of a bin then
 * @throws Error when no service is mounted at the root, or for a keyword of a schema that nothing enforces.
 */
export function createRoutes(
  services: readonly Service[],
  options: Omit<RouteOptions, 'unrecorded'>,
  bin?: string,
): Routes {
  const unrecorded = createUnrecordedPaths(services);
  const prefixed = services
    .filter(({ binHosts }) => binHosts !== 'only')
    .flatMap((service) =>
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
  const pages = toNavigation(services);
  const ofBins = services.find(({ binHosts }) => binHosts !== undefined);
  const binRoot = ofBins && {
    mount: createMount(
      '',
      [ofBins],
      { ...options, unrecorded },
      root.routes.filter(({ service }) => service === ofBins),
    ),
    pages: toNavigation([ofBins]),
  };

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
    !isPathOf(services, basePath) &&
    mountOf(basePath).find(basePath).route.template === '';
  const withoutBasePath = (path: string) =>
    isRemoved && isUnder(path, basePath) ? path.slice(basePath.length) || '/' : path;

  return {
    find(requestTarget, host) {
      const parsed = parseTarget(requestTarget);
      // The ports of bins are behind no proxy.
      if (bin !== undefined) return locate({ ...parsed, bin }, undefined);
      const target =
        basePath === '' ? parsed : { ...parsed, prefix: basePath, path: withoutBasePath(parsed.path) };
      const authority = target.authority ?? host;
      const only =
        binRoot !== undefined && authority !== undefined && isBinHost(authority) ? binRoot.mount : undefined;
      const inner = target.path.startsWith('/bin/') ? splitBin(target) : undefined;
      // Only rules respond to the prefix alone: relative URLs of a page there would leave the bin.
      if (inner && target.path === inner.base)
        return { target: inner, route: (only ?? root).unknown, params: {} };
      const located = inner && locate(inner, only);
      if (!inner || !located || located.route.owner.isRecorded) return located ?? locate(target, only);
      // In a bin, the paths of other services are unknown, and rules can respond to them.
      const { unknown } = only ?? root;
      if (located.route.service.isAbsentInBins) return { target: inner, route: unknown, params: {} };
      const owner = unrecorded.serviceOf(inner.path);
      return !owner || owner.isOutsideBins
        ? locate(target, only)
        : { target: inner, route: { ...unknown, owner }, params: {} };
    },
    serviceOf: (path) => mountOf(withoutBasePath(path)).service,
    unrecorded: basePath === '' ? unrecorded : withBasePath(unrecorded, basePath),
    allow: allMethods(services),
    pagesAt: (authority) => (binRoot && isBinHost(authority) ? binRoot.pages : pages),
  };
}

/** Whether the path, or a path below it, is one of the services or of bins. */
function isPathOf(services: readonly Service[], path: string): boolean {
  const paths = services.flatMap((service) => [
    service.prefix,
    ...(service.otherPrefixes ?? []),
    ...service.endpoints.map((endpoint) => endpoint.path),
  ]);
  return ['/bin', ...paths].some((each) => isUnder(each, path));
}

function allMethods(services: readonly Service[]): string {
  const declared = services.flatMap(({ endpoints }) => endpoints.flatMap(({ methods }) => methods));
  const methods = new Set<string>(['GET', 'HEAD', ...declared.filter((method) => method !== '*'), 'OPTIONS']);
  return [...methods].join(', ');
}
