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
  /** Parses a request target, and finds its mount. The prefix of a bin is only recognized in front of paths of the root mount. */
  locate(requestTarget: string): { readonly mount: Mount; readonly target: Target };
  /** The prefixes of the services that are not recorded. */
  readonly unrecordedPrefixes: readonly string[];
  /** All methods of all paths: the value of `Allow` in the response to `OPTIONS *`. */
  readonly allow: string;
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
  return {
    find,
    locate(requestTarget) {
      const target = parseTarget(requestTarget);
      const inner = target.path.startsWith('/bin/') ? splitBin(target) : undefined;
      if (inner && find(inner.path) === root) return { mount: root, target: inner };
      return { mount: find(target.path), target };
    },
    unrecordedPrefixes: mounts.filter(({ service }) => !service.isRecorded).map(({ prefix }) => prefix),
    allow: allMethods(services),
  };
}

function toMount(prefix: string, services: readonly Service[]): Mount {
  const [service] = services;
  if (!service) throw new Error(`No service is mounted at ${prefix}`);
  return { prefix, service, router: createRouter(services, service.pathDecoding) };
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
