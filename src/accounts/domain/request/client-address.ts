import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Exchange } from '#http/message/exchange.ts';
import { type Network, parseNetwork, unmapAddress } from '#http/syntax/address.ts';
import { splitAuthority, withoutBrackets } from '#http/syntax/authority.ts';
import { parsePathPrefix } from '#http/syntax/path-prefix.ts';

type Hop = Pick<Exchange, 'peerAddress' | 'field'>;

/** The address and scheme of the client, by the connection or the headers of trusted proxies. */
export interface ClientAddress {
  /** The last address of `X-Forwarded-For` that is not a trusted proxy. */
  of(exchange: Hop): string;
  /** Whether the other end of the connection is a trusted proxy, and so not the client. */
  isProxied(exchange: Pick<Hop, 'peerAddress'>): boolean;
  /** The prefix that a trusted proxy has removed from the path; undefined without a valid one. */
  prefix(exchange: Hop): string | undefined;
  /** The scheme of the connection, or that which a trusted proxy forwards. */
  scheme(exchange: Hop & Pick<Exchange, 'scheme'>): 'http' | 'https';
}

/**
 * @param trustedProxies addresses such as `::1` and networks such as `10.0.0.0/8`
 * @throws RangeError when one is neither.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const trusted = toBlockList(trustedProxies);
  const isTrusted = (address: string) =>
    trusted !== undefined && isIP(address) !== 0 && trusted.check(address, familyOf(address));

  return {
    isProxied: ({ peerAddress }) => isTrusted(peerAddress),

    of(exchange) {
      let client = exchange.peerAddress;
      if (!isTrusted(client)) return client;
      const hops = exchange.field('X-Forwarded-For')?.split(',') ?? [];
      for (const hop of hops.reverse()) {
        const address = parseAddress(hop.trim());
        if (address === undefined) return client;
        if (!isTrusted(address)) return address;
        client = address;
      }
      return client;
    },

    prefix(exchange) {
      const forwarded = isTrusted(exchange.peerAddress) ? exchange.field('X-Forwarded-Prefix') : undefined;
      return forwarded === undefined ? undefined : parsePathPrefix(forwarded.trim());
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

function addTo(list: BlockList, text: string): void {
  const network = parseNetwork(text.trim());
  if (!network) throw new RangeError(`${text} is neither an address nor a network such as 10.0.0.0/8.`);
  const { address, family, prefix } = network;
  if (prefix === undefined) list.addAddress(address, family);
  else list.addSubnet(address, prefix, family);
}

function familyOf(address: string): Network['family'] {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/** The address alone, where a proxy wrote its port too: `192.0.2.1:5678`, `[2001:db8::1]:5678`. */
function parseAddress(hop: string): string | undefined {
  // An IPv6 address with a port has brackets; without them, its last group is no port.
  const address = isIP(hop) === 6 ? hop : withoutBrackets(splitAuthority(hop).host);
  return isIP(address) === 0 ? undefined : unmapAddress(address);
}

/**
 * The network that counts as one client for fair queuing: an IPv4 address, or the first 64 bits of an IPv6 address,
 * because a customer of a provider has at least that network (RFC 6177).
 */
export function computeClientNetwork(address: string): string {
  if (!address.includes(':')) return address;
  const [bare = ''] = unmapAddress(address.toLowerCase()).split('%');
  if (!isIPv6(bare)) return bare;
  const [head = '', tail] = bare.split('::');
  const before = splitGroups(head);
  const after = splitGroups(tail ?? '');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Groups without leading zeros; the last four bytes may be an IPv4 address. */
function splitGroups(part: string): string[] {
  if (part === '') return [];
  return part
    .split(':')
    .flatMap((group) => (group.includes('.') ? ['ipv4', 'ipv4'] : Number.parseInt(group, 16).toString(16)));
}
