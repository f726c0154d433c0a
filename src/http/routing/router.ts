import findMyWay from 'find-my-way';
import type { TSchema } from 'typebox';
import { percentDecode } from '../syntax/percent.ts';
import type { RawParams } from './decode.ts';
import type { Route } from './route.ts';
import type { Service } from './service.ts';

/** A route, and the parameters of a path. */
export interface Match {
  readonly route: Route;
  readonly params: RawParams;
}

export interface Router {
  /** Finds the route of a path that needs no decoding. */
  findPlain(path: string): Match | undefined;
  /** Finds the route of a path that is still percent-encoded. */
  find(path: string): Match | undefined;
}

/** Compiles the templates of routes. */
export function createRouter(routes: readonly Route[], pathDecoding: Service['pathDecoding']): Router {
  const tree = findMyWay({ maxParamLength: Number.MAX_SAFE_INTEGER });
  const fixed = new Map<string, Match>();
  for (const route of routes) {
    for (const { endpoint } of route.byMethod.values())
      for (const path of endpoint.otherPaths ?? []) fixed.set(path, { route, params: {} });
    const rest = /\{(\w+)\+\}$/.exec(route.template)?.[1];
    // One tree for all methods, because 405 requires the route of the path.
    if (route.template.includes('{')) tree.on('GET', formatPattern(route), noop, { route, rest });
    else fixed.set(route.template, { route, params: {} });
  }

  function findPlain(path: string): Match | undefined {
    const known = fixed.get(path);
    if (known || path.charCodeAt(0) !== SLASH) return known;
    const found = tree.find('GET', path);
    if (!found) return undefined;
    // Compat: a parameter is at least one character, so `/anything/` is not `/anything/{anything+}`.
    for (const name in found.params) if (found.params[name] === '') return undefined;
    const { route, rest: name }: { route: Route; rest: string | undefined } = found.store;
    if (name === undefined) return { route, params: found.params };
    const { '*': rest = '', ...params } = found.params;
    return { route, params: { ...params, [name]: rest } };
  }

  return {
    findPlain,
    find: (path) => findPlain(ESCAPED.test(path) ? normalizePath(path, pathDecoding) : path),
  };
}

/** Whether a path must be decoded, or has other characters that the tree does not expect. */
const ESCAPED = /[%#\x7f-\uffff]/;

/** find-my-way requires a handler for each route. */
function noop(): void {}

const SLASH = 0x2f;

/** The template in the syntax of find-my-way; an integer parameter is a segment of digits. */
function formatPattern({ template, byMethod }: Route): string {
  const [first] = byMethod.values();
  return template.replaceAll(':', '::').replace(/\{(\w+)(\+?)\}/g, (_, name: string, rest: string) => {
    if (rest) return '*';
    return isInteger(first?.endpoint.params?.[name]) ? `:${name}(^\\d+$)` : `:${name}`;
  });
}

function isInteger(schema: TSchema | undefined): boolean {
  return schema !== undefined && 'type' in schema && schema.type === 'integer';
}

/** Decodes leniently, then encodes again in the form that the tree decodes to the same text. */
function normalizePath(path: string, pathDecoding: Service['pathDecoding']): string {
  if (pathDecoding === 'path') return percentDecode(path).split('/').map(encodeURIComponent).join('/');
  return path
    .split('/')
    .map((segment) => encodeURIComponent(percentDecode(segment)))
    .join('/');
}
