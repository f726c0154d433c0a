import { HttpError } from '../errors/errors.ts';
import type { Exchange } from '../message/exchange.ts';
import type { Service } from '../routing/service.ts';
import { splitAuthority } from '../syntax/authority.ts';

/** 404 for a path that another port of this server serves. */
export class OtherPortError extends HttpError {
  /** URL on the other port; undefined if the client may not know it. */
  readonly url: string | undefined;

  constructor(what: string, url: string | undefined) {
    super(404, `This port does not serve this path. ${what}: ${url ?? 'on another port of this server'}`);
    this.url = url;
  }
}

/**
 * Replaces a service on the ports that do not serve it: every request gets 404 with the URL on the right port, unless the
 * client may not know it.
 */
export function createOtherPortService(
  service: Service,
  prefixes: readonly string[],
  toUrl: (exchange: Exchange) => string | undefined,
): Service {
  const { authenticate, rules, format, fallback, close, isRecorded, extension, ...kept } = service;
  const { onResponse, ...ownFormat } = format;
  const { mergedSlashes, ...ownFallback } = fallback;
  const [prefix = service.prefix, ...otherPrefixes] = prefixes;
  const reject = (exchange: Exchange) => {
    throw new OtherPortError(service.documentation.title, toUrl(exchange));
  };
  return {
    ...kept,
    prefix,
    otherPrefixes,
    endpoints: [],
    anyHost: 'always',
    format: ownFormat,
    fallback: { ...ownFallback, options: reject, unmatched: reject },
  };
}

/** The origin of another port of this server, with the host that the client called. */
export function buildOriginOfPort({ authority }: Exchange, port: number, scheme: 'http' | 'https'): string {
  return `${scheme}://${splitAuthority(authority).host}:${port}`;
}
