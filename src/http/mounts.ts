import { createRouter, type Router } from './router.ts';
import type { Service } from './service.ts';

/** The services under one prefix. The first of them handles unknown paths. */
export interface Mount {
  readonly prefix: string;
  readonly service: Service;
  readonly router: Router;
}

export interface Mounts {
  /** The mount with the longest prefix of the path that ends at a segment. */
  find(path: string): Mount;
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
  return {
    find(path) {
      for (const mount of mounts) if (isUnder(path, mount.prefix)) return mount;
      return root;
    },
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
