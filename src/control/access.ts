import type { ClientAddress } from '../authorizations/sign-in/client-address.ts';
import { isLoopbackAddress, isLoopbackHost } from '../http/address.ts';
import { splitAuthority } from '../http/authority.ts';
import { isSameSecret, parseAuthorization } from '../http/credentials.ts';
import { HttpError } from '../http/errors.ts';
import type { Exchange } from '../http/exchange.ts';

/** Checks access to the control API: programs on this machine, and clients with the token; never web pages. */
export interface Access {
  /** @throws HttpError 403, the same whatever was asked for. */
  check(exchange: Exchange): void;
}

export interface AccessOptions {
  readonly clientAddress: ClientAddress;
  /** Undefined when no token opens it. */
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
  'The control API is for programs on this machine, which call it directly, as localhost or 127.0.0.1, and for others ' +
  'with the token of the setting control-token, in the field Authorization: Bearer TOKEN. It is not for web pages.';

function isOfThisMachine(exchange: Exchange): boolean {
  return (
    isLoopbackAddress(exchange.peerAddress) &&
    // A page whose name suddenly means 127.0.0.1 still calls it by that name (DNS rebinding).
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

/** Browsers name the page's origin in all that changes something, and in the rest say where it comes from (Fetch Metadata §2.1). */
function isOfPage(exchange: Exchange): boolean {
  return (
    exchange.field('Origin') !== undefined ||
    (exchange.field('Sec-Fetch-Site') ?? TYPED_BY_HAND) !== TYPED_BY_HAND
  );
}

const TYPED_BY_HAND = 'none';

const FORWARDING = /^(?:forwarded|via|x-real-ip|x-forwarded-.*)$/i;
