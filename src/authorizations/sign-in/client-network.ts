import { isIPv6 } from 'node:net';
import { unmapAddress } from '../../http/address.ts';

/**
 * The network that counts as one client for fair queuing: an IPv4 address, or the first 64 bits of an IPv6 address,
 * because a customer of a provider has at least that network (RFC 6177).
 */
export function toClientNetwork(address: string): string {
  const [bare = ''] = unmapAddress(address.toLowerCase()).split('%');
  if (!isIPv6(bare)) return bare;
  const [head = '', tail] = bare.split('::');
  const before = toGroups(head);
  const after = toGroups(tail ?? '');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Groups without leading zeros; the last four bytes may be an IPv4 address. */
function toGroups(part: string): string[] {
  if (part === '') return [];
  return part
    .split(':')
    .flatMap((group) => (group.includes('.') ? ['ipv4', 'ipv4'] : Number.parseInt(group, 16).toString(16)));
}
