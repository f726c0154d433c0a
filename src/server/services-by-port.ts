import type { ServerSettings } from '#config/settings/settings.ts';
import type { Exchange } from '#http/message/exchange.ts';
import type { Service } from '#http/routing/service.ts';
import { pathPrefixes } from '#http/routing/unrecorded-paths.ts';
import { createOtherPortService, OtherPortError, toOriginOfPort } from '#http/server/other-port.ts';

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
    toOriginOfPort(exchange, port, ports.tls === undefined ? exchange.scheme : 'http');
  return {
    main: (exchange) => toOrigin(exchange, ports.main),
    accounts: (exchange) => baseUrl ?? toOrigin(exchange, ports.accounts ?? ports.main),
    control: (exchange) => toOrigin(exchange, ports.control ?? ports.main),
  };
}

export interface ServicesByPort {
  /** The services of the main port. */
  readonly main: readonly Service[];
  /** The services of the accounts port. */
  readonly accounts: readonly Service[];
  /** The services of the control port. */
  readonly control: readonly Service[];
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
  const point = (toUrl: (exchange: Exchange) => string | undefined) => (service: Service) =>
    createOtherPortService(service, pathPrefixes(service), toUrl);
  // Only programs on this machine need the number, and can use it.
  const toControl = (exchange: Exchange) => (isLocal(exchange) ? origins.control(exchange) : undefined);
  // Only the main port serves the hosts of bins: browsers send the cookies of a host to all of its ports (RFC 6265 §8.5).
  const binHosts: Service = { ...point(origins.main)(testing), binHosts: 'only' };
  return {
    main: services.map((service) => {
      if (hasControlPort && control.includes(service)) return point(toControl)(service);
      return hasAccountsPort && (service === api || service === web)
        ? point(origins.accounts)(service)
        : service;
    }),
    accounts: hasAccountsPort
      ? [
          withRoot(web, origins.main, 'Testing service, documentation and control API'),
          api,
          ...control.map(point(hasControlPort ? toControl : origins.main)),
          probes,
          binHosts,
        ]
      : [],
    control: hasControlPort
      ? [...control.map((service) => withRoot(service, origins.main, 'All other services')), probes, binHosts]
      : [],
    bin: [withoutBinHosts(testing)],
  };
}

/** At a port of its own, the service has all hosts. */
function withoutBinHosts({ binHosts: _, ...service }: Service): Service {
  return service;
}

/**
 * A service at the root of its port, which handles every unknown path.
 * @param others what the main port serves
 */
function withRoot(service: Service, toMain: (exchange: Exchange) => string, others: string): Service {
  const { prefix, entryPath = service.pages?.[0]?.path ?? '/' } = service;
  return {
    ...service,
    prefix: '',
    handleUnmatched(exchange, allow) {
      const isOwn = prefix !== '' && `${exchange.path}/`.startsWith(`${prefix}/`);
      if (allow !== undefined || isOwn) return service.handleUnmatched?.(exchange, allow);
      if (exchange.path === '/') return exchange.empty(303, [['Location', entryPath]]);
      throw new OtherPortError(others, `${toMain(exchange)}/`);
    },
  };
}
