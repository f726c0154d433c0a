import { HttpError } from '../errors/errors.ts';
import type { ReceivedRequest } from '../message/received-request.ts';
import { isLocalhostName, isLoopbackAddress } from '../syntax/address.ts';
import { splitAuthority, withoutBrackets } from '../syntax/authority.ts';

/** The host names by which clients may call a server, as a protection against DNS rebinding. */
export interface AllowedHosts {
  /** @throws HttpError 421 for any other host (RFC 9110 §15.5.20). */
  check(exchange: Pick<ReceivedRequest, 'authority'>): void;
}

/**
 * @param names in lower case, allowed besides loopback names and addresses: `api.example`, `*.example` for all subdomains,
 * `*` for every host
 */
export function createAllowedHosts(names: readonly string[]): AllowedHosts {
  const exact = new Set(names);
  const suffixes = names.filter((name) => name.startsWith('*.')).map((name) => name.slice(1));

  function isAllowed(host: string): boolean {
    if (exact.has('*') || exact.has(host) || isLocalhostName(host)) return true;
    return isLoopbackAddress(host) || suffixes.some((suffix) => host.endsWith(suffix));
  }

  return {
    check({ authority }) {
      const host = normalizeHost(authority);
      if (!isAllowed(host)) throw new HttpError(421, formatMessage(host));
    },
  };
}

/** The host of a URL, in the form of the names of `createAllowedHosts`. */
export function parseHostOfUrl(url: string): string {
  return normalizeHost(new URL(url).host);
}

/** In lower case, without port, brackets and final dot. */
function normalizeHost(authority: string): string {
  return withoutBrackets(splitAuthority(authority).host).toLowerCase().replace(/\.$/, '');
}

function formatMessage(host: string): string {
  return `The host ${host} is not allowed. Use a name of this machine, or allow the host with --allowed-hosts.`;
}
