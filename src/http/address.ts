import { lookup } from 'node:dns/promises';
import type { Socket } from 'node:net';

/** An IPv4 address without the prefix that a dual-stack socket gives it (RFC 4291 §2.5.5.2); others unchanged. */
export function withoutMapping(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}

/** The local end of a connection as it stands in a URL: `127.0.0.1:8080` or `[::1]:8080`. */
export function localAuthority({ localAddress = '', localPort = 0 }: Socket): string {
  const address = withoutMapping(localAddress);
  return `${address.includes(':') ? `[${address}]` : address}:${localPort}`;
}

/** Whether an IP address is one of this machine alone (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3). */
export function isLoopbackAddress(address: string): boolean {
  return LOOPBACK.test(address);
}

const LOOPBACK = /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1)$/i;

/** Whether a host name, with or without a port, always means this machine (RFC 6761 §6.3). */
export function isLocalhostName(host: string): boolean {
  return LOCALHOST.test(host);
}

const LOCALHOST = /^(?:[^:]*\.)?localhost\.?(?::\d*)?$/i;

/** Whether a server that listens on a name or address can be reached from this machine only. */
export async function isLoopbackBind(host: string): Promise<boolean> {
  if (isLoopbackAddress(host) || isLocalhostName(host)) return true;
  try {
    // As Node does when it listens: the first address of the name.
    return isLoopbackAddress((await lookup(host)).address);
  } catch {
    return false;
  }
}
