import { BlockList, isIP } from 'node:net';
import { withoutMapping } from '../../http/address.ts';
import type { Exchange } from '../../http/exchange.ts';

type Hop = Pick<Exchange, 'peerAddress' | 'field'>;

/** Who the client is and how it called, as far as the proxies in between are trusted to say. */
export interface ClientAddress {
  /** The rightmost address of the way here that is not a trusted proxy's. */
  of(exchange: Hop): string;
  /** Whether the other end of the connection is a trusted proxy, and so not the client. */
  isProxied(exchange: Pick<Hop, 'peerAddress'>): boolean;
  /** As the connection says, unless a trusted proxy knows better. */
  scheme(exchange: Hop & Pick<Exchange, 'scheme'>): 'http' | 'https';
}

/**
 * @param trustedProxies addresses such as `::1` and networks such as `10.0.0.0/8`
 * @throws RangeError when one of them is neither.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const trusted = toBlockList(trustedProxies);
  const isTrusted = (address: string) =>
    trusted !== undefined && isIP(address) !== 0 && trusted.check(address, family(address));

  return {
    isProxied: ({ peerAddress }) => isTrusted(peerAddress),

    of(exchange) {
      let nearest = exchange.peerAddress;
      if (!isTrusted(nearest)) return nearest;
      const way = exchange.field('X-Forwarded-For')?.split(',') ?? [];
      for (const hop of way.reverse()) {
        const address = toAddress(hop.trim());
        if (address === undefined) return nearest;
        if (!isTrusted(address)) return address;
        nearest = address;
      }
      return nearest;
    },

    scheme(exchange) {
      const forwarded = isTrusted(exchange.peerAddress) ? exchange.field('X-Forwarded-Proto') : undefined;
      if (forwarded === undefined) return exchange.scheme;
      const [first = ''] = forwarded.split(',');
      return first.trim().toLowerCase() === 'https' ? 'https' : 'http';
    },
  };
}

function toBlockList(networks: readonly string[]): BlockList | undefined {
  if (networks.length === 0) return undefined;
  const list = new BlockList();
  for (const network of networks) addTo(list, network);
  return list;
}

function addTo(list: BlockList, network: string): void {
  const [, address = '', length] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(network.trim()) ?? [];
  const version = isIP(address);
  const longest = version === 4 ? 32 : 128;
  if (version === 0 || Number(length ?? 0) > longest) {
    throw new RangeError(`${network} is neither an address nor a network such as 10.0.0.0/8.`);
  }
  if (length === undefined) list.addAddress(address, family(address));
  else list.addSubnet(address, Number(length), family(address));
}

function family(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/** The address alone, where a proxy wrote its port too: `192.0.2.1:5678`, `[2001:db8::1]:5678`. */
function toAddress(hop: string): string | undefined {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;
  if (isIP(bare) === 0) return undefined;
  return withoutMapping(bare);
}
