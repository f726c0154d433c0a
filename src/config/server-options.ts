import type { ServerOptions } from '../server.ts';
import type { Settings } from './settings.ts';

/** The options of the server in the settings. */
export function toServerOptions(
  settings: Settings,
): Omit<ServerOptions, 'runtime' | 'log' | 'observe' | 'environment' | 'lifecycle'> {
  const {
    host,
    allowedHosts,
    port,
    accountsPort,
    database,
    baseUrl,
    trustedProxies,
    maxBodySize,
    maxDuration,
  } = settings;
  const { tls, tlsCert, tlsKey, h2c, hsts, maxConcurrency } = settings;
  const { maxTotalBodySize, maxUploadSize, maxGeneratedSize } = settings;
  const { allowedRedirectDomains, allowOriginHeaders, realHostname } = settings;
  const { lockoutFailures, lockoutDuration, oneTimePasswordReuse, sessionIdleTimeout, passwordCost } =
    settings;
  const { era, rateLimit, privateMode, noteRequired, lenientPut, putLocation } = settings;
  const { auditLimit, control, controlToken } = settings;
  return {
    host,
    allowedHosts,
    port,
    accountsPort,
    database,
    tls,
    tlsCert,
    tlsKey,
    h2c,
    hsts,
    baseUrl,
    trustedProxies,
    maxConcurrency,
    maxBodySize,
    maxTotalBodySize,
    maxUploadSize,
    maxGeneratedSize,
    maxDuration,
    allowedRedirectDomains,
    allowOriginHeaders,
    realHostname,
    lockoutFailures,
    lockoutDuration,
    oneTimePasswordReuse,
    sessionIdleTimeout,
    passwordCost,
    auditLimit,
    control,
    controlToken,
    era,
    deprecationFields: settings.deprecationHeaders,
    rateLimit,
    privateMode,
    noteRequired,
    lenientPut,
    putLocation,
  };
}
