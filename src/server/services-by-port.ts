import { createBinScopes } from '#bins/bin-scopes.ts';
import type { ServerSettings } from '#config/settings/settings.ts';
import type { Exchange } from '#http/message/exchange.ts';
import type { Scopes } from '#http/routing/scopes.ts';
import type { Service } from '#http/routing/service.ts';
import { pathPrefixes } from '#http/routing/unrecorded-paths.ts';
import { buildOriginOfPort, createOtherPortService, OtherPortError } from '#http/server/other-port.ts';
import { navigationOf } from '#pages/navigation.ts';

/** The ports that a server listens on. */
export interface Ports {
  main: number;
  /** Undefined when the API and the pages use the main port. */
  accounts: number | undefined;
  /** Undefined when the control API uses the main port. */
  control: number | undefined;
  /** Serves what the main port serves, over TLS. All other ports are then without TLS. */
  tls: number | undefined;
}

/** The ports of the settings. */
export function portsOf({
  port,
  accountsPort,
  control,
  controlPort,
  tlsPort,
}: Pick<ServerSettings, 'port' | 'accountsPort' | 'control' | 'controlPort' | 'tlsPort'>): Ports {
  return { main: port, accounts: accountsPort, control: control ? controlPort : undefined, tls: tlsPort };
}

/** Origins of the ports, with the host that the client called. */
export interface PortOrigins {
  main(exchange: Exchange): string;
  accounts(exchange: Exchange): string;
  control(exchange: Exchange): string;
}

/** @param ports read when a request needs an origin */
export function createPortOrigins(ports: Ports, baseUrl: string | undefined): PortOrigins {
  const toOrigin = (exchange: Exchange, port: number) =>
    buildOriginOfPort(exchange, port, ports.tls === undefined ? exchange.scheme : 'http');
  return {
    main: (exchange) => toOrigin(exchange, ports.main),
    accounts: (exchange) => baseUrl ?? toOrigin(exchange, ports.accounts ?? ports.main),
    control: (exchange) => toOrigin(exchange, ports.control ?? ports.main),
  };
}

/** What a port serves. */
export interface PortServices {
  readonly services: readonly Service[];
  readonly scopes: Scopes;
}

export interface ServicesByPort {
  readonly main: PortServices;
  readonly accounts: PortServices;
  readonly control: PortServices;
  /** The services of the ports of a bin. */
  readonly bin: readonly Service[];
}

export interface DividedServices {
  /** All services. */
  readonly services: readonly Service[];
  readonly testing: Service;
  readonly api: Service;
  readonly web: Service;
  readonly control: readonly Service[];
  /** On all ports but those of bins. */
  readonly probes: Service;
  /** Whether the API and the pages have their own port. */
  readonly hasAccountsPort: boolean;
  readonly hasControlPort: boolean;
  readonly origins: PortOrigins;
  /** Whether the client may know the control port. */
  readonly isLocal: (exchange: Exchange) => boolean;
}

/** Divides the services among the ports. Each port names the right one for the paths of the others. */
export function divideByPort(options: DividedServices): ServicesByPort {
  const { services, testing, api, web, control, probes, hasAccountsPort, hasControlPort, origins, isLocal } =
    options;
  const point = (toOrigin: (exchange: Exchange) => string | undefined) => (service: Service) => {
    const path = navigationOf(service)?.entryPath ?? service.prefix;
    return createOtherPortService(service, pathPrefixes(service), (exchange) => {
      const origin = toOrigin(exchange);
      return origin === undefined ? undefined : `${origin}${path}`;
    });
  };
  // Only programs on this machine need the number, and can use it.
  const toControl = (exchange: Exchange) => (isLocal(exchange) ? origins.control(exchange) : undefined);
  // Only the main port serves the hosts of bins: browsers send the cookies of a host to all of its ports (RFC 6265 §8.5).
  const scopes = createBinScopes(point(origins.main)(testing));
  return {
    main: {
      services: services.map((service) => {
        if (hasControlPort && control.includes(service)) return point(toControl)(service);
        return hasAccountsPort && (service === api || service === web)
          ? point(origins.accounts)(service)
          : service;
      }),
      scopes: createBinScopes(testing),
    },
    accounts: {
      services: hasAccountsPort
        ? [
            withRoot(web, origins.main, 'Testing service, documentation and control API'),
            api,
            ...control.map(point(hasControlPort ? toControl : origins.main)),
            probes,
          ]
        : [],
      scopes,
    },
    control: {
      services: hasControlPort
        ? [...control.map((service) => withRoot(service, origins.main, 'All other services')), probes]
        : [],
      scopes,
    },
    bin: [testing],
  };
}

/**
 * A service at the root of its port, which handles every unknown path.
 * @param others what the main port serves
 */
function withRoot(service: Service, toMain: (exchange: Exchange) => string, others: string): Service {
  const { prefix } = service;
  const navigation = navigationOf(service);
  const entryPath = navigation?.entryPath ?? navigation?.pages[0]?.path ?? '/';
  return {
    ...service,
    prefix: '',
    fallback: {
      ...service.fallback,
      unmatched(exchange, allow) {
        const isOwn = prefix !== '' && `${exchange.path}/`.startsWith(`${prefix}/`);
        if (allow !== undefined || isOwn) return service.fallback.unmatched?.(exchange, allow);
        if (exchange.path === '/') return exchange.empty(303, [['Location', entryPath]]);
        throw new OtherPortError(others, `${toMain(exchange)}/`);
      },
    },
  };
}
