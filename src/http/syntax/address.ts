import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { splitAuthority, withoutBrackets } from './authority.ts';

/** The IPv4 address of an IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2), which dual-stack sockets have; others unchanged. */
export function unmapAddress(address: string): string {
  return address.startsWith(MAPPED) && address.includes('.') ? address.slice(MAPPED.length) : address;
}

const MAPPED = '::ffff:';

/** Whether an IP address is a loopback address (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3). */
export function isLoopbackAddress(address: string): boolean {
  return LOOPBACK.test(unmapAddress(address.toLowerCase()));
}

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1)$/;

/** Whether a host name, with or without a port, always means this machine (RFC 6761 §6.3). */
export function isLocalhostName(authority: string): boolean {
  return LOCALHOST.test(splitAuthority(authority).host);
}

const LOCALHOST = /^(?:[^:]*\.)?localhost\.?$/i;

/** Whether a host of a URL is `localhost` itself or a loopback address. */
export function isLoopbackHost(host: string): boolean {
  return host.toLowerCase() === 'localhost' || isLoopbackAddress(withoutBrackets(host));
}

/** Whether a server that listens on names and addresses can be reached from this machine only. */
export async function isLoopbackBind(hosts: readonly string[]): Promise<boolean> {
  const each = await Promise.all(hosts.map(isLoopbackHostBind));
  return each.every((isLoopback) => isLoopback);
}

async function isLoopbackHostBind(host: string): Promise<boolean> {
  if (isLoopbackAddress(host) || isLocalhostName(host)) return true;
  try {
    // As Node does when it listens: the first address of the name.
    return isLoopbackAddress((await lookup(host)).address);
  } catch {
    return false;
  }
}

/** A range of IP addresses, or one address. */
export interface Network {
  readonly address: string;
  readonly family: 'ipv4' | 'ipv6';
  /** Number of bits that the addresses share; undefined for one address. */
  readonly prefix: number | undefined;
}

/** Parses an IP address, or a network such as `10.0.0.0/8` (RFC 4632 §3.1). Undefined for any other text. */
export function parseNetwork(text: string): Network | undefined {
  const [, address = '', digits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  const prefix = digits === undefined ? undefined : Number(digits);
  if (version === 0 || (prefix !== undefined && prefix > (version === 4 ? 32 : 128))) return undefined;
  return { address, family: version === 4 ? 'ipv4' : 'ipv6', prefix };
}
