import type { Endpoint } from '../../http/endpoint.ts';
import type { Service } from '../../http/service.ts';

/** The endpoints of a service by their tags, in the order of its list. */
export function toGroups({ endpoints }: Service): [tag: string, endpoints: Endpoint[]][] {
  return [...Map.groupBy(endpoints, ({ tag }) => tag)];
}

/** Where an endpoint stands on a page of the documentation: `/etag/{etag}` is at `#get-etag-etag`. */
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
