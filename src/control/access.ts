import type { ClientAddress } from '../authorizations/sign-in/client-address.ts';
import { isLoopbackAddress, isLoopbackHost } from '../http/address.ts';
import { splitAuthority } from '../http/authority.ts';
import { isSameSecret, parseAuthorization } from '../http/credentials.ts';
import { HttpError } from '../http/errors.ts';
import type { Exchange } from '../http/exchange.ts';
import { isNavigation, isOfOwnPage, isOfPage } from './fetch-metadata.ts';

/**
 * Checks access to the control API: programs on this machine, clients with the control token, and the pages of the control
 * API; never other web pages.
 */
export interface Access {
  /** @throws HttpError 403, the same for every path. */
  check(exchange: Exchange): void;
  /**
   * Checks a request for a page.
   * @throws HttpError 403, the same.
   */
  checkPage(exchange: Exchange): PageAccess;
}

/**
 * What a page may contain. `shell`: neither data nor a token; its script asks the user for the control token. `data`: what
 * a program on this machine may read. `token`: data, and the page token, because a browser on this machine opens the page.
 */
export type PageAccess = 'shell' | 'data' | 'token';

export interface AccessOptions {
  readonly clientAddress: ClientAddress;
  /** Undefined to accept no token. */
  readonly token: string | undefined;
  /** The token of the pages; undefined before the first page. */
  readonly pageToken: () => string | undefined;
}

export function createAccess({ clientAddress, token, pageToken }: AccessOptions): Access {
  const isLocal = (exchange: Exchange) => isOfThisMachine(exchange) && !clientAddress.isProxied(exchange);

  function isKnownProgram(exchange: Exchange): boolean {
    const field = exchange.field('Authorization');
    return field === undefined ? isLocal(exchange) : isBearer(field, token);
  }

  function isKnownPage(exchange: Exchange): boolean {
    const field = exchange.field('Authorization');
    if (field === undefined || !isOfOwnPage(exchange)) return false;
    return isBearer(field, token) || (isLocal(exchange) && isBearer(field, pageToken()));
  }

  return {
    check(exchange) {
      if (!(isOfPage(exchange) ? isKnownPage(exchange) : isKnownProgram(exchange))) throw rejected();
    },
    checkPage(exchange) {
      if (!isNavigation(exchange)) throw rejected();
      if (isKnownProgram(exchange))
        return exchange.field('Sec-Fetch-Dest') === undefined || !isLocal(exchange) ? 'data' : 'token';
      if (token === undefined || exchange.field('Authorization') !== undefined) throw rejected();
      return 'shell';
    },
  };
}

function isBearer(field: string, token: string | undefined): boolean {
  const given = parseAuthorization(field);
  return isSameSecret(given?.credentials ?? '', token ?? '') && given?.scheme === 'bearer' && !!token;
}

function rejected(): HttpError {
  return new HttpError(
    403,
    'Programs on this machine can call the control API directly, as localhost or 127.0.0.1. Other clients need ' +
      'the token of the setting control-token in the header Authorization: Bearer TOKEN. Web pages have no access, ' +
      'except those of the control API, which are opened by their address or from the home page of this server.',
  );
}

function isOfThisMachine(exchange: Exchange): boolean {
  return (
    isLoopbackAddress(exchange.peerAddress) &&
    // After DNS rebinding to 127.0.0.1, a page still sends its own host name.
    isLoopbackHost(splitAuthority(exchange.authority).host) &&
    !isForwarded(exchange)
  );
}

/**
 * Whether a proxy on this machine forwarded the request. nginx in its default configuration is recognized only by
 * HTTP/1.0.
 */
function isForwarded({ request, rawFields }: Exchange): boolean {
  if (request.httpVersionMajor === 1 && request.httpVersionMinor === 0) return true;
  return rawFields.some((name, index) => index % 2 === 0 && FORWARDING.test(name));
}

const FORWARDING = /^(?:forwarded|via|x-real-ip|x-forwarded-.*)$/i;
