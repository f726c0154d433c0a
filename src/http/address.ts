import { lookup } from 'node:dns/promises';

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
