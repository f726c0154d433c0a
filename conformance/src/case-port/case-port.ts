import type { Socket } from 'node:net';
import { defaultServerSettings, type Exchange, HttpError, type Runtime } from '../server.ts';
import type { ConnectionRecord } from '../wire/connection-record.ts';
import { MAX_DURATION_MS, MAX_UPLOAD_BYTES, openCaseKernel, recordFaults } from './case-kernel.ts';
import { openCaseListener } from './case-listener.ts';
import { createChooser } from './choose-response.ts';
import { openFullBacklog } from './full-backlog.ts';
import { serveProxy } from './proxy.ts';
import { fillIn, type PortScript, type RawScript, type ScriptedResponse } from './scripted-response.ts';
import { createSecretFile } from './secret-file.ts';
import { sendScripted } from './send-response.ts';
import { serveBytes } from './serve-bytes.ts';
import { createTlsModes } from './tls-modes.ts';

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
   * Opens the ports of a case. The beginning of a name says what is served: `tls` and a mode of TLS, `proxy` requests and
   * tunnels of a proxy, `bytes` the same bytes to every connection, `silent` nothing; `full` does not accept connections.
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

const NOTHING: RawScript = { raw: [], end: 'fin' };

function formatError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export async function createCasePorts({
  runtime,
  alter = (each) => each,
}: CasePortsOptions): Promise<CasePorts> {
  const [kernel, modes] = await Promise.all([openCaseKernel(runtime), createTlsModes(runtime)]);
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
    const start = runtime.monotonic();
    const elapsed = () => Math.round((runtime.monotonic() - start) * 10) / 10;
    const missing: (() => string | undefined)[] = [];
    const texts = JSON.stringify([scripts, urls]);
    const secret = texts.includes('{secret}') ? await createSecretFile() : undefined;
    const fill = (text: string) =>
      fillIn(text.replaceAll('{secret}', secret?.url ?? ''), (name, host) => {
        return `${host}:${ports.get(name)?.port ?? `{no port ${name}}`}`;
      });
    const needsIpv6 = texts.includes('.[::1]}');
    const usesIpv6 = needsIpv6 || texts.includes('.localhost}');
    const isPermitted = (port: number) => [...ports.values()].some((each) => each.port === port);
    const openOne = async (name: string, script: PortScript): Promise<CasePort> => {
      const served: ServedResponse[] = [];
      const choose = createChooser(script, () => runtime.machineNow());
      const begin = (path: string, hasField: (field: string) => boolean) => {
        const problems: string[] = [];
        let response: ScriptedResponse = NOTHING;
        try {
          response = choose(path, hasField);
        } catch (error) {
          // The content of a response is made when it is chosen.
          problems.push(formatError(error));
        }
        const begun = { path, response, faults: [] as string[], problems };
        served.push(begun);
        return begun;
      };
      // Without HTTP, there are no compositions.
      const bytesOf = ({ response, problems }: ReturnType<typeof begin>): RawScript => {
        const altered = alter(response);
        if ('raw' in altered) return altered;
        problems.push('a composition in place of bytes');
        return NOTHING;
      };
      const respond = async (exchange: Exchange, record: ConnectionRecord) => {
        const { response, faults, problems } = begin(
          exchange.path,
          (field) => exchange.field(field) !== undefined,
        );
        exchange.recorder = recordFaults((fault) => faults.push(fault));
        try {
          await sendScripted(alter(response), exchange, { runtime, limits, fill, record });
        } catch (error) {
          // Other errors are responses to the request, such as 417 and 400.
          if (!(error instanceof HttpError) || error.problems.length > 0) problems.push(formatError(error));
          throw error;
        }
      };
      const serveHttp = (socket: Socket, record: ConnectionRecord) => {
        kernel.serve(socket, (exchange) => respond(exchange, record));
        record.observe(socket);
      };
      const serve = (socket: Socket, record: ConnectionRecord) => {
        // Accepts connections, and never responds.
        if (name.startsWith('silent')) record.observe(socket);
        else if (name.startsWith('bytes')) serveBytes(socket, record, bytesOf(begin('bytes', () => false)));
        else if (name.startsWith('proxy'))
          serveProxy({
            socket,
            record,
            isPermitted,
            respond: (hasField) => bytesOf(begin('CONNECT', hasField)),
            serve: () => serveHttp(socket, record),
          });
        else serveHttp(socket, record);
      };
      const tls = name.startsWith('tls') ? await modes.find(name.slice(3)) : undefined;
      const listener = await openCaseListener({ tls, usesIpv6, elapsed, serve });
      return { name, isSecure: tls !== undefined, served, ...listener };
    };
    for (const [name, script] of Object.entries(scripts)) {
      if (!name.startsWith('full')) ports.set(name, await openOne(name, script));
      else {
        const full = await openFullBacklog(runtime);
        ports.set(name, {
          name,
          port: full.port,
          isSecure: false,
          hasIpv6: false,
          connections: [],
          served: [],
          close: full.close,
        });
        missing.push(() => (full.isFull ? undefined : 'a queue of connections that stays full'));
      }
    }
    if (needsIpv6)
      missing.push(() => ([...ports.values()].every(({ hasIpv6 }) => hasIpv6) ? undefined : 'IPv6'));
    return {
      ports,
      fill,
      missing: () => missing.map((find) => find()).find((each) => each !== undefined),
      close: async () => {
        await Promise.all([...ports.values()].map((port) => port.close()));
        await secret?.remove();
      },
    };
  };
  return { ca: modes.ca, open, close: () => kernel.close() };
}
