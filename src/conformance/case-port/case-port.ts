import { createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import { defaultServerSettings } from '../../config/settings.ts';
import { HttpError } from '../../http/message/errors.ts';
import type { Exchange } from '../../http/message/exchange.ts';
import { createIdentity } from '../../http/transport/certificate.ts';
import { openPort } from '../../http/transport/connection-port.ts';
import type { Runtime } from '../../runtime.ts';
import { ConnectionRecord } from '../wire/connection-record.ts';
import { MAX_DURATION_MS, MAX_UPLOAD_BYTES, openCaseKernel, recordFaults } from './case-kernel.ts';
import { openFullBacklog } from './full-backlog.ts';
import {
  fillIn,
  isList,
  type PortScript,
  resolve,
  type ScriptEntry,
  type ScriptedResponse,
} from './scripted-response.ts';
import { sendScripted } from './send-response.ts';

/** What was sent in response to a request. */
export interface ServedResponse {
  readonly path: string;
  readonly response: ScriptedResponse;
  readonly faults: readonly string[];
  /** Why the response could not be sent: mistakes of the case. */
  readonly problems: readonly string[];
}

/** A listener of one case, and all that arrived there. */
export interface CasePort {
  readonly name: string;
  readonly port: number;
  readonly isSecure: boolean;
  readonly hasIpv6: boolean;
  readonly connections: readonly ConnectionRecord[];
  readonly served: readonly ServedResponse[];
  close(): Promise<void>;
}

/** Opens the ports of cases. */
export interface CasePorts {
  /** The certificate of the authority of the TLS ports, in PEM. */
  readonly ca: string;
  /**
   * Opens the ports of a case. Names that begin with `tls` use TLS; `silent` accepts connections and never responds, and
   * `full` does not accept any.
   * @param urls the URLs that the client gets.
   */
  open(scripts: Readonly<Record<string, PortScript>>, urls?: readonly string[]): Promise<OpenCase>;
  close(): Promise<void>;
}

export interface OpenCase {
  readonly ports: ReadonlyMap<string, CasePort>;
  /** Replaces the names of ports in a text by their authorities. */
  fill(text: string): string;
  /** What this machine cannot do, and the case needs. */
  missing(): string | undefined;
  close(): Promise<void>;
}

export interface CasePortsOptions {
  readonly runtime: Runtime;
  /** Changes each response before it is sent, for tests of the evidence. */
  readonly alter?: (response: ScriptedResponse) => ScriptedResponse;
}

export async function createCasePorts({
  runtime,
  alter = (each) => each,
}: CasePortsOptions): Promise<CasePorts> {
  const [kernel, identity] = await Promise.all([openCaseKernel(runtime), createIdentity([], runtime)]);
  const secureContext = createSecureContext({ key: identity.key, cert: identity.cert });
  const limits = {
    ...defaultServerSettings(),
    maxGeneratedSize: MAX_UPLOAD_BYTES,
    maxDuration: MAX_DURATION_MS,
    sharesAccountsOrigin: false,
    sharesAccountsHost: false,
    accountPaths: [],
  };
  const open = async (
    scripts: Readonly<Record<string, PortScript>>,
    urls: readonly string[] = [],
  ): Promise<OpenCase> => {
    const ports = new Map<string, CasePort>();
    const missing: (() => string | undefined)[] = [];
    const fill = (text: string) =>
      fillIn(text, (name, host) => `${host}:${ports.get(name)?.port ?? `{no port ${name}}`}`);
    const texts = JSON.stringify([scripts, urls]);
    const needsIpv6 = texts.includes('.[::1]}');
    const usesIpv6 = needsIpv6 || texts.includes('.localhost}');
    for (const [name, script] of Object.entries(scripts)) {
      if (name.startsWith('full')) {
        const full = await openFullBacklog(runtime);
        ports.set(name, {
          ...{ name, port: full.port, isSecure: false, hasIpv6: false, connections: [], served: [] },
          close: full.close,
        });
        missing.push(() => (full.isFull ? undefined : 'a queue of connections that stays full'));
        continue;
      }
      const next = chooser(script);
      const served: ServedResponse[] = [];
      const isSecure = name.startsWith('tls');
      ports.set(
        name,
        await listen(
          name,
          isSecure ? secureContext : undefined,
          runtime,
          (socket, record) => {
            // Accepts connections, and never responds.
            if (name.startsWith('silent')) return;
            kernel.serve(socket, async (exchange: Exchange) => {
              const declared = resolve(next(exchange), runtime.machineNow());
              const faults: string[] = [];
              const problems: string[] = [];
              exchange.recorder = recordFaults((fault) => faults.push(fault));
              served.push({ path: exchange.path, response: declared, faults, problems });
              try {
                await sendScripted(alter(declared), exchange, { runtime, limits, fill, record });
              } catch (error) {
                // Other errors are responses to the request, such as 417 and 400.
                if (!(error instanceof HttpError) || error.problems.length > 0)
                  problems.push(error instanceof Error ? error.message : String(error));
                throw error;
              }
            });
          },
          served,
          usesIpv6,
        ),
      );
    }
    if (needsIpv6)
      missing.push(() => ([...ports.values()].every(({ hasIpv6 }) => hasIpv6) ? undefined : 'IPv6'));
    return {
      ports,
      fill,
      missing: () => missing.map((find) => find()).find((each) => each !== undefined),
      close: async () => void (await Promise.all([...ports.values()].map((port) => port.close()))),
    };
  };
  return { ca: identity.ca, open, close: () => kernel.close() };
}

/** The responses in their order, by path and by a field of the request. */
function chooser(script: PortScript): (exchange: Exchange) => ScriptedResponse {
  const byPath = new Map<string, readonly ScriptEntry[]>(
    isList(script)
      ? [['*', script]]
      : Object.entries(script).map(([path, entries]) => [path, isList(entries) ? entries : [entries]]),
  );
  const counts = new Map<readonly ScriptEntry[], number>();
  const nextOf = <Entry extends ScriptEntry>(entries: readonly Entry[]): Entry | undefined => {
    const count = counts.get(entries) ?? 0;
    counts.set(entries, count + 1);
    return entries[Math.min(count, entries.length - 1)];
  };
  return ({ path, request }) => {
    const entry = nextOf(byPath.get(path) ?? byPath.get('*') ?? []);
    if (!entry) return NOT_FOUND;
    if (!('field' in entry)) return entry;
    return nextOf(request.headers[entry.field] === undefined ? entry.absent : entry.present) ?? NOT_FOUND;
  };
}

const NOT_FOUND: ScriptedResponse = { compose: 'status=404&body=unexpected path' };

type Serve = (socket: Socket, record: ConnectionRecord) => void;

async function listen(
  name: string,
  secureContext: SecureContext | undefined,
  runtime: Runtime,
  serve: Serve,
  served: readonly ServedResponse[],
  usesIpv6: boolean,
): Promise<CasePort> {
  const connections: ConnectionRecord[] = [];
  const start = runtime.monotonic();
  const accept = (tcp: Socket) => {
    tcp.setNoDelay(true);
    const isSecure = secureContext !== undefined;
    const record = new ConnectionRecord(
      connections.length + 1,
      tcp,
      !isSecure,
      () => Math.round((runtime.monotonic() - start) * 10) / 10,
    );
    connections.push(record);
    const begin = (socket: Socket) => {
      serve(socket, record);
      record.observe(socket);
    };
    if (!isSecure) begin(tcp);
    else secure(tcp, secureContext, record, begin);
  };
  const server = createServer({ allowHalfOpen: true }, accept);
  const main = await openPort(server, { host: '127.0.0.1', port: 0 });
  const servers: Server[] = [server];
  if (usesIpv6) {
    const other = createServer({ allowHalfOpen: true }, accept);
    // Where IPv6 is off, `localhost` is the IPv4 address.
    await openPort(other, { host: '::1', port: main.port }).then(
      () => servers.push(other),
      () => {},
    );
  }
  return {
    name,
    port: main.port,
    isSecure: secureContext !== undefined,
    hasIpv6: servers.length > 1,
    connections,
    served,
    async close() {
      const closed = servers.map((each) => new Promise<void>((resolve) => each.close(() => resolve())));
      for (const { tcp } of connections) tcp.destroy();
      await Promise.all(closed);
    },
  };
}

function secure(
  tcp: Socket,
  secureContext: SecureContext,
  record: ConnectionRecord,
  begin: (socket: Socket) => void,
): void {
  const socket = new TLSSocket(tcp, { isServer: true, secureContext, ALPNProtocols: ['http/1.1'] });
  socket.on('error', () => tcp.destroy());
  socket.once('secure', () => {
    record.isSecured = true;
    begin(socket);
  });
}
