import { readFile } from 'node:fs/promises';
import { writeCaBundle } from '#config/ca-bundle.ts';
import { buildProxyWarnings } from '#config/proxy-warnings.ts';
import { isMainPortSecure, type TlsIdentity } from '#config/tls.ts';
import type { ServerConnection } from '#control/operations/state/server-connection.ts';
import type { SharedState } from '#shared/shared-state.ts';
import type { ServiceOptions } from './service-options.ts';
import type { Ports } from './services-by-port.ts';

/**
 * What operations show of the addresses of a server.
 * @param ports read when a request needs a port.
 * @param isLoopback whether only programs of this machine reach the server.
 * @param openScopePorts opens the ports of a bin.
 */
export function createConnection(
  options: Omit<ServiceOptions, 'shared'> & { readonly shared: Pick<SharedState, 'worker'> },
  tls: TlsIdentity | undefined,
  ports: Ports,
  isLoopback: boolean,
  openScopePorts: NonNullable<ServerConnection['openScopePorts']>,
): ServerConnection {
  // A worker cannot open a port that the other workers serve too.
  const hasScopePorts = isLoopback && options.shared.worker === undefined;
  return {
    host: options.host,
    h2c: options.h2c,
    ports,
    hasScopePorts,
    isSecure: tls !== undefined && isMainPortSecure(options),
    openScopePorts: hasScopePorts ? openScopePorts : undefined,
    tls: tls && {
      caPath: tls.caPath,
      certificate: () => readFile(tls.caPath, 'utf8'),
      bundle: cached(() => writeCaBundle(tls.caPath, tls.folder, options.environment)),
    },
    warnings: isLoopback ? buildProxyWarnings(options.host, options.environment) : [],
  };
}

/** The result of the first call. A call that fails is repeated by the next one. */
function cached<Result>(action: () => Promise<Result>): () => Promise<Result> {
  let first: Promise<Result> | undefined;
  return () => {
    first ??= action().catch((error) => {
      first = undefined;
      throw error;
    });
    return first;
  };
}
