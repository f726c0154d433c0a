import type { ClientAddress } from '../authorizations/sign-in/client-address.ts';
import { isLoopbackAddress, isLoopbackHost } from '../http/address.ts';
import { splitAuthority } from '../http/authority.ts';
import { isSameSecret, parseAuthorization } from '../http/credentials.ts';
import { HttpError } from '../http/errors.ts';
import type { Exchange } from '../http/exchange.ts';

/** Checks access to the control API: programs on this machine, and clients with the token; never web pages. */
export interface Access {
  /** @throws HttpError 403, the same for every path. */
  check(exchange: Exchange): void;
}

export interface AccessOptions {
  readonly clientAddress: ClientAddress;
  /** Undefined to accept no token. */
  readonly token: string | undefined;
}

export function createAccess({ clientAddress, token }: AccessOptions): Access {
  const hasToken = (field: string) => {
    const given = parseAuthorization(field);
    return isSameSecret(given?.credentials ?? '', token ?? '') && given?.scheme === 'bearer' && !!token;
  };

  return {
    check(exchange) {
      const field = exchange.field('Authorization');
      const isKnown =
        field === undefined
          ? isOfThisMachine(exchange) && !clientAddress.isProxied(exchange)
          : hasToken(field);
      if (!isKnown || isOfPage(exchange)) throw new HttpError(403, REFUSAL);
    },
  };
}

const REFUSAL =
  'Programs on this machine can call the control API directly, as localhost or 127.0.0.1. Other clients need ' +
  'the token of the setting control-token in the header Authorization: Bearer TOKEN. Web pages have no access.';

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

/** Browsers send `Origin` with unsafe requests, and `Sec-Fetch-Site` (Fetch Metadata section 2.1) with all requests. */
function isOfPage(exchange: Exchange): boolean {
  return (
    exchange.field('Origin') !== undefined ||
    (exchange.field('Sec-Fetch-Site') ?? TYPED_BY_HAND) !== TYPED_BY_HAND
  );
}

const TYPED_BY_HAND = 'none';

const FORWARDING = /^(?:forwarded|via|x-real-ip|x-forwarded-.*)$/i;
