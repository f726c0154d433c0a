import { Connections } from './connection.ts';
import { createDispatcher, type DispatcherOptions } from './dispatcher.ts';
import type { TimeLimits } from './http2-limits.ts';
import { type Listener, listen } from './listen.ts';
import { createMounts } from './mounts.ts';
import type { Service } from './service.ts';
import type { Identity } from './transport.ts';
import { createUpgrades } from './upgrade.ts';

export interface HttpServerOptions extends Omit<DispatcherOptions, 'mounts' | 'connections' | 'idleTimeout'> {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  readonly tls: Identity | undefined;
  /** Whether HTTP/2 is accepted without TLS. */
  readonly h2c: boolean;
  /** Maximum delay of a response, in milliseconds. */
  readonly maxDuration: number;
  /** Replaces time limits of connections. */
  readonly timeLimits?: Partial<TimeLimits> | undefined;
}

const TIME_LIMITS: TimeLimits = { headerTimeout: 10_000, requestTimeout: 60_000, keepAliveTimeout: 60_000 };

/** Opens a port and dispatches its requests to the services. @throws the error of the system, such as EADDRINUSE. */
export function openHttpServer(services: readonly Service[], options: HttpServerOptions): Promise<Listener> {
  const mounts = createMounts(services);
  // The limit is longer than the maximum delay.
  const idleTimeout = options.maxDuration + 60_000;
  const connections = new Connections({ idleTimeout, runtime: options.runtime });
  return listen(
    {
      ...options,
      maxHeaderSize: 64 * 1024,
      ...TIME_LIMITS,
      ...options.timeLimits,
    },
    createDispatcher({ ...options, mounts, connections, idleTimeout }),
    mounts,
    connections,
    createUpgrades(mounts, connections, options),
  );
}
