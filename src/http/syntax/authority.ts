import { isIPv6 } from 'node:net';

/**
 * A host, as a name or an IPv4 address, and an optional port (RFC 3986 §3.2.2). The delimiters and escapes that the
 * grammar allows in a name occur in no DNS name, and are unsafe where a URL is shown in a command line: they are excluded.
 */
const NAME_AND_PORT = /^[\w.~-]{1,255}(?::(\d{0,5}))?$/;

const IPV6_AND_PORT = /^\[([\da-f:.]{2,45})\](?::(\d{0,5}))?$/i;

const MAX_PORT = 65_535;

/** Whether the text is `uri-host [ ":" port ]`, the value of `Host` and `:authority` (RFC 9110 §7.2). */
export function isAuthority(text: string): boolean {
  const name = NAME_AND_PORT.exec(text);
  if (name) return isPort(name[1]);
  const address = IPV6_AND_PORT.exec(text);
  return address !== null && isIPv6(address[1] ?? '') && isPort(address[2]);
}

function isPort(digits: string | undefined): boolean {
  return digits === undefined || Number(digits) <= MAX_PORT;
}

export interface Authority {
  /** An IPv6 address keeps its brackets. */
  readonly host: string;
  /** The port with its colon; empty without a port. */
  readonly port: string;
}

/** Splits `example.com:8080` or `[::1]:8080`. Does not check the parts. */
export function splitAuthority(text: string): Authority {
  const colon = text.lastIndexOf(':');
  const hasPort = colon >= 0 && /^\d*$/.test(text.slice(colon + 1));
  return hasPort ? { host: text.slice(0, colon), port: text.slice(colon) } : { host: text, port: '' };
}

/** `127.0.0.1:8080`, or `[::1]:8080` for an IPv6 address. */
export function formatAuthority(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** A host without the brackets of an IPv6 address. */
export function withoutBrackets(host: string): string {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
}
