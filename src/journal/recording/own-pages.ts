import type { Exchange } from '#http/message/exchange.ts';
import { BoundedMap } from '#http/syntax/bounded-map.ts';
import type { Runtime } from '#runtime.ts';
import type { ConnectionInfo } from '#wire/connection-info.ts';

/** Services that have pages, besides that of the testing service. */
const SERVICES: ReadonlySet<string> = new Set(['docs', 'control', 'accounts']);

const BUILDER = '/compose/builder';

/** Paths that browsers request by themselves, and the page of the testing service with its script. */
const PATHS: ReadonlySet<string> = new Set(['/favicon.ico', BUILDER, `${BUILDER}.js`]);

/** The key of a lab without steps, such as `/sequence/{key}`: its attempts, which the builder shows. */
const KEY_OF_LAB = /^\/[a-z-]+\/\{key\}$/;

/**
 * Whether a browser loads a page of the server, or a part of it. The paths distinguish pages from the requests that a page sends for
 * the user.
 * @param fetchSite undefined for another client than a browser
 */
export function isOwnPage(exchange: Exchange, fetchSite: string | undefined): boolean {
  if (fetchSite === undefined) return false;
  const { route, target } = exchange;
  if (SERVICES.has(route.service.name) || PATHS.has(target.path)) return true;
  if (target.path.startsWith('/.well-known/appspecific/')) return true;
  return fetchSite === 'same-origin' && KEY_OF_LAB.test(route.template) && isFromBuilder(exchange);
}

/** Whether the builder itself sends the request. The requests that it sends for the user have the steps of a key. */
function isFromBuilder(exchange: Exchange): boolean {
  const referer = exchange.field('Referer') ?? '';
  return URL.canParse(referer) && new URL(referer).pathname === BUILDER;
}

/** Milliseconds after a page in which its browser opens connections for it. */
const SPARE_MS = 60_000;
const MAX_ADDRESSES = 1000;

/** When the browser of an address has loaded pages of the server. */
export class OwnPages {
  readonly #runtime: Pick<Runtime, 'monotonic'>;
  readonly #openedAt = new WeakMap<ConnectionInfo, number>();
  readonly #loadedAt = new BoundedMap<string, number>({ capacity: MAX_ADDRESSES });

  constructor(runtime: Pick<Runtime, 'monotonic'>) {
    this.#runtime = runtime;
  }

  opened(connection: ConnectionInfo): void {
    this.#openedAt.set(connection, this.#runtime.monotonic());
  }

  loaded({ remote }: ConnectionInfo): void {
    this.#loadedAt.set(parseAddress(remote), this.#runtime.monotonic());
  }

  /** Whether a browser opened the connection for a page, shortly before or while the connection was open, in case it needs it. */
  isSpare(connection: ConnectionInfo): boolean {
    const loadedAt = this.#loadedAt.get(parseAddress(connection.remote));
    const openedAt = this.#openedAt.get(connection);
    return loadedAt !== undefined && openedAt !== undefined && openedAt - loadedAt < SPARE_MS;
  }
}

function parseAddress(remote: string): string {
  return remote.slice(0, remote.lastIndexOf(':'));
}
