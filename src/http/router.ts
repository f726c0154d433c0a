import findMyWay from 'find-my-way';
import type { TSchema } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { percentDecode } from './percent.ts';
import { checkSchemaKeywords } from './schema-keywords.ts';
import type { Service } from './service.ts';

/** The endpoints of one path template. */
export interface Resource {
  readonly template: string;
  /** Name of the parameter for the remainder of the path, if there is one. */
  readonly rest: string | undefined;
  readonly service: Service;
  /** HEAD has the endpoint of GET. */
  readonly byMethod: ReadonlyMap<string, Endpoint>;
  /** Value of the `Allow` field (RFC 9110 §10.2.1). */
  readonly allow: string;
  /** Whether the path with a slash at the end is redirected to this one. */
  readonly redirectsSlash: boolean;
}

export interface Match {
  readonly resource: Resource;
  readonly params: Readonly<Record<string, string | undefined>>;
}

export interface Router {
  /** Finds the resource of a path that is still percent-encoded. */
  find(path: string): Match | undefined;
}

/** Compiles the templates of services with the same prefix and decoding. The first one with a matching path has it. */
export function createRouter(services: readonly Service[], pathDecoding: Service['pathDecoding']): Router {
  const tree = findMyWay({ maxParamLength: Number.MAX_SAFE_INTEGER });
  const fixed = new Map<string, Match>();
  for (const resource of collectResources(services)) {
    // One tree for all methods, because 405 requires the resource of the path.
    if (resource.template.includes('{')) tree.on('GET', toPattern(resource), noop, resource);
    else fixed.set(resource.template, { resource, params: {} });
  }
  return {
    find(path) {
      const known = fixed.get(path);
      if (known) return known;
      if (path.charCodeAt(0) !== 0x2f) return undefined;
      const normal = isPlain(path) ? path : normalizePath(path, pathDecoding);
      const decoded = fixed.get(normal);
      if (decoded) return decoded;
      const found = tree.find('GET', normal);
      if (!found) return undefined;
      const resource: Resource = found.store;
      if (resource.rest === undefined) return { resource, params: found.params };
      const { '*': rest, ...params } = found.params;
      // Compat: the remainder is at least one character, so `/anything/` is not `/anything/{anything+}`.
      return rest ? { resource, params: { ...params, [resource.rest]: rest } } : undefined;
    },
  };
}

/** find-my-way requires a handler for each route. */
function noop(): void {}

function collectResources(services: readonly Service[]): Resource[] {
  const declared = services.flatMap((service) =>
    service.endpoints.map((endpoint) => ({ service, endpoint })),
  );
  return [...Map.groupBy(declared, ({ endpoint }) => endpoint.path)].map(([template, group]) => {
    const byMethod = new Map<string, Endpoint>();
    for (const { endpoint } of group) {
      checkSchemaKeywords(endpoint);
      for (const method of endpoint.methods) {
        if (byMethod.has(method)) throw new Error(`${method} ${template} is declared twice`);
        byMethod.set(method, endpoint);
        if (method === 'GET') byMethod.set('HEAD', endpoint);
      }
    }
    const [first] = group;
    if (!first) throw new Error(`No endpoint is declared at ${template}`);
    const allow = [...[...byMethod.keys()].filter((method) => method !== '*'), 'OPTIONS'].join(', ');
    const { service } = first;
    const redirectsSlash =
      service.redirectsSlash === true || group.some(({ endpoint }) => endpoint.redirectsSlash);
    return { template, rest: /\{(\w+)\+\}$/.exec(template)?.[1], service, byMethod, allow, redirectsSlash };
  });
}

/** The template in the syntax of find-my-way; an integer parameter is a segment of digits. */
function toPattern(resource: Resource): string {
  const [endpoint] = resource.byMethod.values();
  return resource.template
    .replaceAll(':', '::')
    .replace(/\{(\w+)(\+?)\}/g, (_, name: string, rest: string) => {
      if (rest) return '*';
      return isInteger(endpoint?.params?.[name]) ? `:${name}(^\\d+$)` : `:${name}`;
    });
}

function isInteger(schema: TSchema | undefined): boolean {
  return schema !== undefined && 'type' in schema && schema.type === 'integer';
}

/** Whether the path needs no decoding. */
function isPlain(path: string): boolean {
  for (let index = 0; index < path.length; index++) {
    const code = path.charCodeAt(index);
    if (code === 0x25 || code === 0x23 || code > 0x7e) return false;
  }
  return true;
}

/** Decodes leniently, then encodes again in the form that the tree decodes to the same text. */
function normalizePath(path: string, pathDecoding: Service['pathDecoding']): string {
  if (pathDecoding === 'path') return percentDecode(path).split('/').map(encodeURIComponent).join('/');
  return path
    .split('/')
    .map((segment) => encodeURIComponent(percentDecode(segment)))
    .join('/');
}
