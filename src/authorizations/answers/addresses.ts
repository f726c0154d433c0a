import type { Exchange } from '../../http/exchange.ts';
import { stripEnd } from '../../http/text.ts';
import type { ClientAddress } from '../sign-in/client-address.ts';

/** What the URLs of answers begin with. */
export interface Address {
  /** Such as `https://ghe.example`. */
  readonly web: string;
  /** Such as `https://ghe.example/api/v3`. */
  readonly api: string;
}

export interface Addresses {
  of(exchange: Exchange): Address;
}

/** The configured address, or else the one that each client calls. */
export function createAddresses(baseUrl: string | undefined, client: ClientAddress): Addresses {
  if (baseUrl !== undefined) {
    const fixed = toAddress(stripEnd(baseUrl, '/'));
    return { of: () => fixed };
  }
  // Most calls come to the same address as the one before.
  let latest = toAddress('');
  return {
    of(exchange) {
      const host = exchange.authority;
      const scheme = client.scheme(exchange);
      if (isSame(latest.web, scheme, host)) return latest;
      latest = toAddress(`${scheme}://${host}`);
      return latest;
    },
  };
}

function toAddress(web: string): Address {
  return { web, api: `${web}/api/v3` };
}

function isSame(web: string, scheme: string, host: string): boolean {
  const before = `${scheme}://`;
  return web.length === before.length + host.length && web.endsWith(host) && web.startsWith(before);
}
