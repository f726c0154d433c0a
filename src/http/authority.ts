import { isIPv6 } from 'node:net';

/**
 * A host, as a name or an IPv4 address, and an optional port (RFC 3986 §3.2.2). The delimiters and escapes that the
 * grammar allows in a name occur in no DNS name, and are unsafe where a URL is shown in a command line: they are left out.
 */
const NAME_AND_PORT = /^[\w.~-]{1,255}(?::(\d{0,5}))?$/;

const IPV6_AND_PORT = /^\[([\da-f:.]{2,45})\](?::(\d{0,5}))?$/i;

const MAX_PORT = 65_535;

/** Whether the text is `uri-host [ ":" port ]`, as `Host` and `:authority` hold it (RFC 9110 §7.2). */
export function isAuthority(text: string): boolean {
  const address = IPV6_AND_PORT.exec(text);
  if (address) return isIPv6(address[1] ?? '') && isPort(address[2]);
  const name = NAME_AND_PORT.exec(text);
  return name !== null && isPort(name[1]);
}

function isPort(digits: string | undefined): boolean {
  return digits === undefined || Number(digits) <= MAX_PORT;
}
