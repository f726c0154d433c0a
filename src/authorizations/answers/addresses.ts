import type { Exchange } from '../../http/exchange.ts';
import type { ClientAddress } from '../sign-in/client-address.ts';
import { invalidHost } from './errors.ts';

/** What the URLs of answers begin with. */
export interface Address {
  /** Such as `https://ghe.example`. */
  readonly web: string;
  /** Such as `https://ghe.example/api/v3`. */
  readonly api: string;
}

export interface Addresses {
  /** @throws Refusal 400 when the `Host` that the client called is no host. */
  of(exchange: Exchange): Address;
}

/** The configured address, or else the one that each client calls. */
export function createAddresses(baseUrl: string | undefined, client: ClientAddress): Addresses {
  if (baseUrl !== undefined) {
    const fixed = toAddress(baseUrl.replace(/\/+$/, ''));
    return { of: () => fixed };
  }
  // Most calls come to the same address as the one before.
  let latest = toAddress('');
  return {
    of(exchange) {
      const host = exchange.field('Host') ?? localHost(exchange);
      const scheme = client.scheme(exchange);
      if (isSame(latest.web, scheme, host)) return latest;
      if (!HOST.test(host)) throw invalidHost();
      latest = toAddress(`${scheme}://${host}`);
      return latest;
    },
  };
}

/** A name or address and perhaps a port, and nothing else that could break a URL or a field (RFC 9110 §7.2). */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

function toAddress(web: string): Address {
  return { web, api: `${web}/api/v3` };
}

function isSame(web: string, scheme: string, host: string): boolean {
  const before = `${scheme}://`;
  return web.length === before.length + host.length && web.endsWith(host) && web.startsWith(before);
}

/** Of a request of HTTP/1.0, which need not say what it calls. */
function localHost(exchange: Exchange): string {
  const { localAddress = '', localPort = 80 } = exchange.request.socket;
  const bare = localAddress.replace(/^::ffff:/, '');
  return `${bare.includes(':') ? `[${bare}]` : bare}:${localPort}`;
}
