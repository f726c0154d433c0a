import type { ServerSettings } from '#config/settings/settings.ts';
import { parseHostOfUrl } from '#http/routing/allowed-hosts.ts';
import { isLocalhostName, isLoopbackAddress } from '#http/syntax/address.ts';

export type TokenSettings = Pick<
  ServerSettings,
  'controlToken' | 'controlPort' | 'baseUrl' | 'allowedHosts' | 'trustedProxies'
>;

/**
 * Whether every client of the control API needs a token, programs on this machine included: with a control token, and when
 * the settings say that clients reach the server by another host, which usually is a reverse proxy. The requests of a
 * reverse proxy on this machine can be equal to those of a program on this machine.
 */
export function requiresToken(settings: TokenSettings): boolean {
  return (
    settings.controlToken !== undefined || (settings.controlPort === undefined && isBehindProxy(settings))
  );
}

/** By the settings. Without them, a server cannot know. */
function isBehindProxy({ baseUrl, allowedHosts, trustedProxies }: TokenSettings): boolean {
  const hosts = baseUrl === undefined ? allowedHosts : [...allowedHosts, parseHostOfUrl(baseUrl)];
  return (
    trustedProxies.length > 0 || hosts.some((host) => !isLocalhostName(host) && !isLoopbackAddress(host))
  );
}
