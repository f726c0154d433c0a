import { splitAuthority } from './authority.ts';
import { HttpError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import type { Service } from './service.ts';

/** 404 for a path that another port of this server answers. */
export class ElsewhereError extends HttpError {
  /** Where to go instead. */
  readonly url: string;

  constructor(what: string, url: string) {
    super(404, `This port does not serve this path. ${what}: ${url}`);
    this.url = url;
  }
}

/** Stands on one port for a service that another one has, and answers every request with 404 and the address there. */
export function createPointer(
  service: Service,
  prefixes: readonly string[],
  toUrl: (exchange: Exchange) => string,
): Service {
  const { admit, answered, close, mergedSlashes, ...kept } = service;
  const [prefix = service.prefix, ...otherPrefixes] = prefixes;
  const reject = (exchange: Exchange) => {
    throw new ElsewhereError(service.title, `${toUrl(exchange)}${service.entrance ?? service.prefix}`);
  };
  return { ...kept, prefix, otherPrefixes, endpoints: [], anyHost: 'always', options: reject, miss: reject };
}

/** The origin of another port of this server, by the host that the client called. */
export function toOriginOfPort({ scheme, authority }: Exchange, port: number): string {
  return `${scheme}://${splitAuthority(authority).host}:${port}`;
}
