import { createBinPortScopes } from '#bins/bin-scopes.ts';
import type { ServerSettings } from '#config/settings/settings.ts';
import { UsageError } from '#config/usage-error.ts';
import type { ScopePorts } from '#control/operations/state/scope-registry.ts';
import { type HttpServerOptions, openHttpServer } from '#http/server/http-server.ts';
import type { Listener } from '#http/server/listen.ts';
import { formatAuthority } from '#http/syntax/authority.ts';
import type { Identity } from '#wire/driver/tls.ts';
import type { PortServices, Ports, ServicesByPort } from './services-by-port.ts';

/** What the ports of a server have in common, and what differs between them. */
export interface ServerPortsOptions extends Omit<HttpServerOptions, 'port' | 'source' | 'tls' | 'scopes'> {
  /** The numbers of the settings. When a port is open, its number replaces that of the settings, which may be 0. */
  readonly ports: Ports;
  readonly services: ServicesByPort;
  /** The certificate of the ports with TLS. */
  readonly identity: Identity | undefined;
  /** Whether the main port serves TLS, and with it all ports without a setting of their own. */
  readonly isSecure: boolean;
}

/** The addresses of a server that listens. */
export interface ServerAddresses {
  /** Such as `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Origin of the API and the pages; equal to `url` unless they have their own port. */
  readonly accountsUrl: string;
  /** Origin by which clients use HTTP/2 without TLS; undefined unless the server accepts it. */
  readonly h2cUrl: string | undefined;
  /** Origin of the main services over TLS; undefined without TLS. */
  readonly tlsUrl: string | undefined;
  /** Origin of the control API; equal to `url` unless it has its own port. */
  readonly controlUrl: string;
  readonly port: number;
  readonly accountsPort: number;
  readonly controlPort: number;
}

/** Opens the ports of a server and of its bins. */
export class ServerPorts {
  readonly #options: ServerPortsOptions;
  readonly #listeners: Listener[];
  readonly #scheme: 'http' | 'https';

  /** @param listeners has the listener of each open port, for those who count and close them. */
  constructor(options: ServerPortsOptions, listeners: Listener[]) {
    this.#options = options;
    this.#listeners = listeners;
    this.#scheme = options.isSecure ? 'https' : 'http';
  }

  /** Opens the ports of the server, or none. @throws the error of the system, such as EADDRINUSE. */
  async open(): Promise<ServerAddresses> {
    const { ports, services, identity, h2c, isSecure } = this.#options;
    try {
      // Opened before the main port, whose pages contain their numbers.
      if (ports.accounts !== undefined)
        ports.accounts = await this.#openPort(services.accounts, ports.accounts);
      if (ports.control !== undefined) ports.control = await this.#openPort(services.control, ports.control);
      ports.main = await this.#openPort(services.main, ports.main);
      if (ports.tls !== undefined) ports.tls = await this.#openPort(services.main, ports.tls, identity);
    } catch (error) {
      for (const listener of this.#listeners) await listener.close(Promise.resolve());
      throw error;
    }
    const { main, accounts = main, control = main, tls } = ports;
    const url = this.#origin(main);
    return {
      url,
      h2cUrl: h2c && !isSecure ? url : undefined,
      tlsUrl: this.#tlsOrigin(main, tls),
      accountsUrl: this.#origin(accounts),
      controlUrl: this.#origin(control),
      port: main,
      accountsPort: accounts,
      controlPort: control,
    };
  }

  /** Opens the ports of a bin: one, and one with TLS if the server has a port for it. */
  async openScope(bin: string): Promise<ScopePorts> {
    const { ports, services, identity, runtime } = this.#options;
    const port = { services: services.bin, scopes: createBinPortScopes(bin) };
    const plain = await this.#listen(port, 0);
    const secure = ports.tls === undefined ? undefined : await this.#listen(port, 0, identity);
    const opened = secure ? [plain, secure] : [plain];
    return {
      url: this.#origin(plain.port),
      tlsUrl: this.#tlsOrigin(plain.port, secure?.port) ?? null,
      close: async (milliseconds) => {
        const deadline = Promise.withResolvers<void>();
        const cancel = runtime.timeout(milliseconds, deadline.resolve);
        await Promise.all(opened.map((listener) => listener.close(deadline.promise)));
        cancel();
        for (const listener of opened) this.#listeners.splice(this.#listeners.indexOf(listener), 1);
      },
    };
  }

  /** @returns the number of the port. */
  async #openPort(served: PortServices, port: number, identity?: Identity): Promise<number> {
    return (await this.#listen(served, port, identity)).port;
  }

  async #listen(served: PortServices, port: number, identity?: Identity): Promise<Listener> {
    const { services: byPort, isSecure, recorder, ...common } = this.#options;
    const listener = await openHttpServer(served.services, {
      ...common,
      port,
      scopes: served.scopes,
      tls: identity ?? (isSecure ? common.identity : undefined),
      // The journal has what arrived at the testing service.
      recorder: served === byPort.control ? undefined : recorder,
    });
    this.#listeners.push(listener);
    return listener;
  }

  #origin(port: number, scheme = this.#scheme): string {
    return `${scheme}://${formatAuthority(chooseCallable(this.#options.host[0]), port)}`;
  }

  /** @param secure the port that serves TLS beside one that does not. */
  #tlsOrigin(port: number, secure: number | undefined): string | undefined {
    if (secure !== undefined) return this.#origin(secure, 'https');
    return this.#options.isSecure ? this.#origin(port) : undefined;
  }
}

/** A host that clients can call. `0.0.0.0` and `::`, which mean all addresses, are none. */
function chooseCallable(host = ''): string {
  return host === '0.0.0.0' || host === '::' ? 'localhost' : host;
}

/** @throws UsageError when two of the ports are the same. */
export function checkPorts({ port, accountsPort, controlPort, tlsPort }: ServerSettings): void {
  if (tlsPort !== undefined && tlsPort !== 0 && [port, accountsPort, controlPort].includes(tlsPort))
    throw new UsageError('TLS cannot have a port of its own that is another port of the server.');
  if (accountsPort === port && port !== 0)
    throw new UsageError('The API and the pages cannot have a port of their own that is the main port too.');
  if (controlPort === undefined || controlPort === 0) return;
  if (controlPort === port || controlPort === accountsPort)
    throw new UsageError('The control API cannot have a port of its own that is another port of the server.');
}
