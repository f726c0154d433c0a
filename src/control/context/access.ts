import type { ClientAddress } from '#accounts/domain/request/client-address.ts';
import { HttpError } from '#http/errors/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { isLoopbackAddress, isLoopbackHost } from '#http/syntax/address.ts';
import { splitAuthority } from '#http/syntax/authority.ts';
import { isSameSecret, parseAuthorization } from '#http/syntax/credentials.ts';
import { isFormOfOwnPage, isNavigation, isOfOwnPage, isOfPage, isScriptOfOwnPage } from './fetch-metadata.ts';

/**
 * Checks access to the control API: programs on this machine unless the token is required, clients with a token, and the
 * pages of the control API; never other web pages.
 */
export interface Access {
  /**
   * Whether the request has the form of one that a program on this machine sends. A reverse proxy that adds no header
   * sends the same form, so this alone does not authenticate.
   */
  isLocal(exchange: Exchange): boolean;
  /**
   * Whether a program on this machine that needs no token has sent the request. Its credentials do not matter, because they are
   * those of another service.
   */
  isReader(exchange: Exchange): boolean;
  /** Whether a browser on this machine that needs no token opens a page, which may show data of the server. */
  isViewer(exchange: Exchange): boolean;
  /** @throws HttpError 403, the same for every path. */
  check(exchange: Exchange): void;
  /**
   * Checks a request for a page.
   * @throws HttpError 403, the same.
   */
  checkPage(exchange: Exchange): PageAccess;
  /**
   * Checks a form that a page of this server has submitted, in a browser on this machine, without a script. What changes
   * more than a new bin requires the page token in the form, too (`isFormToken`).
   * @throws HttpError 403, the same.
   */
  checkForm(exchange: Exchange): void;
  /**
   * Checks a request for a script of the pages, which anyone may have who gets a page.
   * @throws HttpError 403, the same.
   */
  checkScript(exchange: Exchange): void;
  /** Whether a text is the token of the pages. */
  isFormToken(text: string): boolean;
}

/**
 * What a page may contain. `shell`: neither data nor a token; its script asks the user for the control token. `data`: what
 * a program on this machine may read. `token`: data, and the page token, because a browser on this machine opens the page.
 */
export type PageAccess = 'shell' | 'data' | 'token';

export interface AccessOptions {
  readonly clientAddress: ClientAddress;
  /** Undefined without the setting. */
  readonly controlToken: string | undefined;
  /** The token of the commands of the user who started the server; undefined if the server publishes none. */
  readonly commandToken: string | undefined;
  /** Whether programs on this machine need a token, too. */
  readonly requiresToken: boolean;
  /** Whether the control API has a port of its own. */
  readonly hasOwnPort: boolean;
  /** The token of the pages; undefined before the first page. */
  readonly pageToken: () => string | undefined;
}

export function createAccess(options: AccessOptions): Access {
  const { clientAddress, controlToken, commandToken, requiresToken, hasOwnPort, pageToken } = options;
  const isLocal = (exchange: Exchange) => isOfThisMachine(exchange) && !clientAddress.isProxied(exchange);
  const needsNoToken = (exchange: Exchange) => !requiresToken && isLocal(exchange);
  const hasToken = (field: string) => isBearer(field, controlToken) || isBearer(field, commandToken);

  function isKnownProgram(exchange: Exchange): boolean {
    const field = exchange.field('Authorization');
    return field === undefined ? needsNoToken(exchange) : hasToken(field);
  }

  function isKnownPage(exchange: Exchange): boolean {
    const field = exchange.field('Authorization');
    if (field === undefined || !isOfOwnPage(exchange)) return false;
    return hasToken(field) || (needsNoToken(exchange) && isBearer(field, pageToken()));
  }

  return {
    isLocal,
    isReader: (exchange) => !isOfPage(exchange) && needsNoToken(exchange),
    isViewer(exchange) {
      const isBrowser = exchange.field('Sec-Fetch-Dest') !== undefined;
      if (!isBrowser || !isNavigation(exchange, hasOwnPort)) return false;
      return exchange.field('Authorization') === undefined && needsNoToken(exchange);
    },
    check(exchange) {
      if (!(isOfPage(exchange) ? isKnownPage(exchange) : isKnownProgram(exchange))) throw rejected();
    },
    checkPage(exchange) {
      if (!isNavigation(exchange, hasOwnPort)) throw rejected();
      if (isKnownProgram(exchange))
        return exchange.field('Sec-Fetch-Dest') === undefined || !needsNoToken(exchange) ? 'data' : 'token';
      if (controlToken === undefined || exchange.field('Authorization') !== undefined) throw rejected();
      return 'shell';
    },
    checkForm(exchange) {
      if (exchange.field('Authorization') !== undefined || !isFormOfOwnPage(exchange)) throw rejected();
      if (!needsNoToken(exchange)) throw rejected();
    },
    checkScript(exchange) {
      if (!isScriptOfOwnPage(exchange)) throw rejected();
      if (!isKnownProgram(exchange) && controlToken === undefined) throw rejected();
    },
    isFormToken: (text) => isSameSecret(text, pageToken() ?? '') && text !== '',
  };
}

function isBearer(field: string, token: string | undefined): boolean {
  const input = parseAuthorization(field);
  return isSameSecret(input?.credentials ?? '', token ?? '') && input?.scheme === 'bearer' && !!token;
}

function rejected(): HttpError {
  return new HttpError(
    403,
    'Programs on this machine can call the control API directly, as localhost or 127.0.0.1, if the server does not ' +
      'require its token. Requests over HTTP/1.0 and requests with a header of a proxy, such as X-Forwarded-For, do ' +
      'not count as direct. Other clients need ' +
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
 * Whether the request shows that a proxy forwarded it. A proxy need not show it: nginx adds no header by default, and uses
 * HTTP/1.1 since version 1.29.7, before that HTTP/1.0.
 */
function isForwarded({ protocol, rawFields }: Exchange): boolean {
  if (protocol === 'HTTP/1.0') return true;
  return rawFields.some((name, index) => index % 2 === 0 && FORWARDING.test(name));
}

/** Headers that proxies, load balancers, content delivery networks and tunnels add. */
const FORWARDING =
  /^(?:forwarded|via|cdn-loop|x-real-ip|x-forwarded(?:-.*)?|x-original-forwarded-for|x-client-ip|x-cluster-client-ip|true-client-ip|cf-connecting-ip|fastly-client-ip|x-azure-clientip|x-envoy-external-address)$/i;
