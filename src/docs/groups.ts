import type { Endpoint } from '../http/endpoint.ts';
import type { Service } from '../http/service.ts';

/** The endpoints of a service by their tags, in the order of its list. */
export function toGroups({ endpoints }: Service): [tag: string, endpoints: Endpoint[]][] {
  return [...Map.groupBy(endpoints, ({ tag }) => tag)];
}
