import { percentDecode } from '../syntax/percent.ts';
import type { Scopes } from './scopes.ts';
import type { Service } from './service.ts';

/** The paths of the services that are not recorded. */
export interface UnrecordedPaths {
  /** The prefixes of the paths. */
  readonly prefixes: readonly string[];
  /** The service that has the path, also if the path is unknown; undefined for any other path. */
  serviceOf(path: string): Service | undefined;
}

export function createUnrecordedPaths(services: readonly Service[], scopes?: Scopes): UnrecordedPaths {
  const byPrefix = new Map(
    services
      .filter(({ isRecorded, inScopes }) => !isRecorded && inScopes !== 'absent')
      .flatMap((service) => pathPrefixes(service).map((prefix) => [prefix, service])),
  );
  return {
    prefixes: [...byPrefix.keys()],
    serviceOf(path) {
      for (const variant of pathVariants(path, scopes))
        for (const [prefix, service] of byPrefix) if (isUnder(variant, prefix)) return service;
      return undefined;
    },
  };
}

/** Adds the paths below a base path, in any case, as clients with an unusual base URL send it. */
export function withBasePath(unrecorded: UnrecordedPaths, basePath: string): UnrecordedPaths {
  const start = basePath.toLowerCase();
  return {
    ...unrecorded,
    serviceOf(path) {
      const known = unrecorded.serviceOf(path);
      // A word of a request line gets another slash.
      const normalized = normalize(path);
      if (known || !isUnder(normalized.toLowerCase(), start)) return known;
      return unrecorded.serviceOf(normalized.slice(start.length));
    },
  };
}

/** What the paths of a service follow from. */
export type ServicePaths = Pick<Service, 'name' | 'prefix' | 'otherPrefixes' | 'endpoints'>;

/** The prefixes of all paths of a service: its own, or the first segments of its paths. */
export function pathPrefixes({ prefix, otherPrefixes = [], endpoints }: ServicePaths): string[] {
  if (prefix !== '') return [prefix, ...otherPrefixes];
  return [...new Set(endpoints.map(({ path }) => `/${path.split('/', 2)[1]}`))];
}

/** Whether a path is the prefix, or continues it with a segment. */
export function isUnder(path: string, prefix: string): boolean {
  return (
    path.startsWith(prefix) && (path.length === prefix.length || path.charCodeAt(prefix.length) === 0x2f)
  );
}

/**
 * The paths that a client can mean with a path: without repeated slashes, dot segments (RFC 3986 §5.2.4) and prefixes of
 * scopes. Clients with an unusual base URL send their credentials to such paths.
 */
function pathVariants(path: string, scopes: Scopes | undefined): readonly string[] {
  const withoutPrefixes = scopes?.withoutPrefixes ?? ((each: string) => each);
  if (withoutPrefixes(path) === path && !/%|\/[./]/.test(path)) return [path];
  const decoded = percentDecode(path);
  const normalized = [decoded, withoutPrefixes(decoded)].map(normalize);
  return [...new Set(normalized.flatMap((variant) => [variant, withoutPrefixes(variant)]))];
}

function normalize(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return `/${segments.join('/')}`;
}
