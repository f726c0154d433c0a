import type { Exchange } from '#http/message/exchange.ts';
import { stripEnd } from '#http/syntax/text.ts';
import type { ClientAddress } from './client-address.ts';

/** The start of the URLs in responses. */
export interface Address {
  /** Such as `https://ghe.example`. */
  readonly web: string;
  /** Such as `https://ghe.example/api/v3`. */
  readonly api: string;
}

export interface Addresses {
  of(exchange: Exchange): Address;
}

/** The configured base URL, or the origin of each request, with the prefix of the server. */
export function createAddresses(baseUrl: string | undefined, client: ClientAddress): Addresses {
  if (baseUrl !== undefined) {
    const fixed = buildAddress(stripEnd(baseUrl, '/'));
    const hasPath = new URL(baseUrl).pathname !== '/';
    return { of: ({ base }) => (hasPath || base === '' ? fixed : buildAddress(fixed.web + base)) };
  }
  return {
    of: (exchange) => buildAddress(`${client.scheme(exchange)}://${exchange.authority}${exchange.base}`),
  };
}

function buildAddress(web: string): Address {
  return { web, api: `${web}/api/v3` };
}
