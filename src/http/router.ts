import findMyWay from 'find-my-way';
import type { TSchema } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { percentDecode } from './percent.ts';
import type { Service } from './service.ts';

/** All that is served at one path template. */
export interface Resource {
  readonly template: string;
  readonly service: Service;
  /** HEAD is answered by the endpoint of GET. */
  readonly byMethod: ReadonlyMap<string, Endpoint>;
  /** Value of the `Allow` field (RFC 9110 §10.2.1). */
  readonly allow: string;
}

export interface Match {
  readonly resource: Resource;
  readonly params: Readonly<Record<string, string | undefined>>;
}

export interface Router {
  /** Finds what is served at a path that is still percent-encoded. */
  find(path: string): Match | undefined;
}

/** Compiles the templates of services that share a prefix and a way of decoding; the first to claim a path has it. */
export function createRouter(services: readonly Service[], pathDecoding: Service['pathDecoding']): Router {
  const tree = findMyWay({ maxParamLength: Number.MAX_SAFE_INTEGER });
  for (const resource of collect(services)) {
    // One tree serves every method: telling 404 from 405 needs the resource, whatever the method was.
    tree.on('GET', toPattern(resource), never, resource);
  }
  return {
    find(path) {
      if (path.charCodeAt(0) !== 0x2f) return undefined;
      const found = tree.find('GET', isPlain(path) ? path : recode(path, pathDecoding));
      if (!found) return undefined;
      const { '*': rest, ...named } = found.params;
      if (rest === undefined) return { resource: found.store, params: found.params };
      // Compat: the remainder is at least one character, so `/anything/` is not `/anything/{anything+}`.
      if (rest === '') return undefined;
      return { resource: found.store, params: { ...named, [restName(found.store.template)]: rest } };
    },
  };
}

function never(): void {}

function collect(services: readonly Service[]): Resource[] {
  const resources = new Map<
    string,
    { template: string; service: Service; byMethod: Map<string, Endpoint>; allow: string }
  >();
  for (const service of services) {
    for (const endpoint of service.endpoints) {
      const resource = resources.get(endpoint.path) ?? {
        template: endpoint.path,
        service,
        byMethod: new Map(),
        allow: '',
      };
      for (const method of endpoint.methods) {
        if (resource.byMethod.has(method)) throw new Error(`${method} ${endpoint.path} is declared twice`);
        resource.byMethod.set(method, endpoint);
        if (method === 'GET') resource.byMethod.set('HEAD', endpoint);
      }
      resource.allow = [...resource.byMethod.keys(), 'OPTIONS'].join(', ');
      resources.set(endpoint.path, resource);
    }
  }
  return [...resources.values()];
}

/** find-my-way's spelling of a template; an integer parameter is a digits-only segment. */
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

function restName(template: string): string {
  return /\{(\w+)\+\}$/.exec(template)?.[1] ?? '*';
}

/** Whether the path means itself, so that there is nothing to decode. */
function isPlain(path: string): boolean {
  for (let index = 0; index < path.length; index++) {
    const code = path.charCodeAt(index);
    if (code === 0x25 || code === 0x23 || code > 0x7e) return false;
  }
  return true;
}

/** Decodes leniently, then encodes again in the one spelling that the tree reads back to exactly that. */
function recode(path: string, pathDecoding: Service['pathDecoding']): string {
  if (pathDecoding === 'whole') return percentDecode(path).split('/').map(encodeURIComponent).join('/');
  return path
    .split('/')
    .map((segment) => encodeURIComponent(percentDecode(segment)))
    .join('/');
}
