import { type PageLink, toNavigation } from './page-link.ts';
import { pathVariants } from './path-variants.ts';
import { createRouter, type Router } from './router.ts';
import type { Service } from './service.ts';
import { parseTarget, splitBin, type Target } from './target.ts';

/** The services under one prefix. The first of them handles unknown paths. */
export interface Mount {
  readonly prefix: string;
  readonly service: Service;
  readonly router: Router;
}

export interface Mounts {
  /** The mount with the longest prefix of the path that ends at a segment. */
  find(path: string): Mount;
  /** Parses a request target, and finds its mount. The prefix of a bin is only recognized in front of paths of recorded services at the root. */
  locate(requestTarget: string): { readonly mount: Mount; readonly target: Target };
  /** The services that are not recorded, by the prefixes of their paths. */
  readonly unrecorded: ReadonlyMap<string, Service>;
  /** The service that is not recorded and has the path, also if the path is unknown; undefined for any other path. */
  findUnrecorded(path: string): Service | undefined;
  /** All methods of all paths: the value of `Allow` in the response to `OPTIONS *`. */
  readonly allow: string;
  /** The pages of all services, for the navigation. */
  readonly pages: readonly PageLink[];
}

/** @throws Error when no service is mounted at the root. */
export function createMounts(services: readonly Service[]): Mounts {
  const prefixed = services.flatMap((service) =>
    [service.prefix, ...(service.otherPrefixes ?? [])].map((prefix) => ({ prefix, service })),
  );
  const mounts = [...Map.groupBy(prefixed, ({ prefix }) => prefix)]
    .map(([prefix, group]) =>
      toMount(
        prefix,
        group.map(({ service }) => service),
      ),
    )
    .sort((one, other) => other.prefix.length - one.prefix.length);
  const root = mounts.pop();
  if (root?.prefix !== '') throw new Error('No service is mounted at the root');
  const find = (path: string) => {
    for (const mount of mounts) if (isUnder(path, mount.prefix)) return mount;
    return root;
  };
  const unrecorded = new Map(
    services
      .filter(({ isRecorded }) => !isRecorded)
      .flatMap((service) => pathPrefixes(service).map((prefix) => [prefix, service])),
  );
  const findUnrecorded = (path: string) => {
    for (const variant of pathVariants(path))
      for (const [prefix, service] of unrecorded) if (isUnder(variant, prefix)) return service;
    return undefined;
  };
  return {
    find,
    locate(requestTarget) {
      const target = parseTarget(requestTarget);
      const inner = target.path.startsWith('/bin/') ? splitBin(target) : undefined;
      if (inner && find(inner.path) === root && !findUnrecorded(inner.path))
        return { mount: root, target: inner };
      return { mount: find(target.path), target };
    },
    unrecorded,
    findUnrecorded,
    allow: allMethods(services),
    pages: toNavigation(services),
  };
}

function toMount(prefix: string, services: readonly Service[]): Mount {
  const [service] = services;
  if (!service) throw new Error(`No service is mounted at ${prefix}`);
  return { prefix, service, router: createRouter(services, service.pathDecoding) };
}

/** The prefixes of all paths of a service: its own, or the first segments of its paths. */
export function pathPrefixes({ prefix, otherPrefixes = [], endpoints }: Service): string[] {
  if (prefix !== '') return [prefix, ...otherPrefixes];
  return [...new Set(endpoints.map(({ path }) => `/${path.split('/', 2)[1]}`))];
}

function isUnder(path: string, prefix: string): boolean {
  return (
    path.startsWith(prefix) && (path.length === prefix.length || path.charCodeAt(prefix.length) === 0x2f)
  );
}

function allMethods(services: readonly Service[]): string {
  const declared = services.flatMap(({ endpoints }) => endpoints.flatMap(({ methods }) => methods));
  const methods = new Set<string>(['GET', 'HEAD', ...declared.filter((method) => method !== '*'), 'OPTIONS']);
  return [...methods].join(', ');
}
