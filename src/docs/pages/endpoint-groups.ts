import type { Endpoint } from '../../http/endpoint.ts';
import type { Service } from '../../http/service.ts';

/** The endpoints of a service grouped by tag, in declaration order. */
export function toGroups({ endpoints }: Service): [tag: string, endpoints: Endpoint[]][] {
  return [...Map.groupBy(endpoints, ({ tag }) => tag)];
}

/** The fragment of an endpoint on a documentation page: `#get-etag-etag` for `GET /etag/{etag}`. */
export function endpointAnchor({ methods: [method = '*'], path }: Endpoint): string {
  return toAnchor(`${method === '*' ? 'any' : method} ${path}`);
}

export function tagAnchor(service: Service, tag: string): string {
  return toAnchor(`${service.name} ${tag}`);
}

function toAnchor(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
