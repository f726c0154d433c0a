import type { Endpoint } from '#http/routing/endpoint.ts';
import type { Service } from '#http/routing/service.ts';

/** An endpoint with its place in the documentation. */
export interface CatalogueEntry {
  readonly service: Service;
  readonly endpoint: Endpoint;
  /** Unique among the endpoints of all services: `get-etag-etag` for `GET /etag/{etag}`. */
  readonly name: string;
  /** Path of its page. */
  readonly page: string;
}

/** The endpoints of a service with one tag, which the documentation shows together. */
export interface Family {
  readonly service: Service;
  readonly tag: string;
  /** Unique among the families of all services. */
  readonly name: string;
  readonly entries: readonly CatalogueEntry[];
}

/** The endpoints of all documented services. */
export interface Catalogue {
  readonly families: readonly Family[];
  /** The URL of the index with the endpoints of a service. @param anchor of a family */
  indexOf(service: Service, anchor?: string): string;
  find(name: string): { readonly entry: CatalogueEntry; readonly family: Family } | undefined;
}

export function createCatalogue(services: readonly Service[]): Catalogue {
  const families = services.flatMap(buildFamilies);
  const found = new Map(
    families.flatMap((family) => family.entries.map((entry) => [entry.name, { entry, family }] as const)),
  );
  return {
    families,
    find: (name) => found.get(name),
    indexOf({ name }, anchor) {
      const query = name === services[0]?.name ? '' : `?service=${name}`;
      return `/docs${query}${anchor === undefined ? '' : `#${anchor}`}`;
    },
  };
}

/** The endpoints of a service grouped by tag, in declaration order. */
function buildFamilies(service: Service): Family[] {
  return [...Map.groupBy(service.endpoints, ({ tag }) => tag)].map(([tag, endpoints]) => ({
    service,
    tag,
    name: formatName(`${service.name} ${tag}`),
    entries: endpoints.map((endpoint) => buildEntry(service, endpoint)),
  }));
}

function buildEntry(service: Service, endpoint: Endpoint): CatalogueEntry {
  const { methods, path } = endpoint;
  const [method = '*'] = methods;
  const name = formatName(`${method === '*' ? 'any' : method} ${path}`);
  return { service, endpoint, name, page: `/docs/endpoints/${name}` };
}

function formatName(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
