import { readFileSync } from 'node:fs';
import { after } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { type RunningServer, startServer } from '#server/server.ts';
import { addExampleAccounts } from '../accounts/accounts.ts';
import { requestHttp2 } from '../wire/http2.ts';
import { buildResponse, request, type WireRequest, type WireResponse } from '../wire/wire.ts';

export const PROTOCOLS = ['HTTP/1.1', 'HTTP/1.1 over TLS', 'HTTP/2'] as const;

export interface ExampleServer extends RunningServer {
  /** The logged errors. */
  readonly errors: object[];
  send(wanted: WireRequest): Promise<WireResponse>;
}

export interface ExampleServerOptions {
  readonly isFrozen?: boolean;
  /** Milliseconds. */
  readonly maxDuration?: number;
  readonly protocol?: (typeof PROTOCOLS)[number];
}

/** One server for a group of tests, with the accounts of the examples. */
export async function exampleServer(options: ExampleServerOptions = {}): Promise<ExampleServer> {
  const { isFrozen = false, protocol = 'HTTP/1.1', maxDuration } = options;
  const errors: object[] = [];
  const server = await startServer(
    {
      database: 'memory',
      port: 0,
      tls: protocol !== 'HTTP/1.1',
      passwordCost: 'test',
      lockoutFailures: 0,
      ...(maxDuration === undefined ? {} : { maxDuration }),
      runtime: createRuntime(isFrozen ? { now: Date.UTC(2026, 0, 1) } : {}),
      log: { info() {}, warn() {}, error: (message, details) => void errors.push({ message, details }) },
    },
    (store) => addExampleAccounts({ store }),
  );
  after(() => server.close());
  const ca = server.caPath === undefined ? undefined : readFileSync(server.caPath, 'utf8');
  const send = (wanted: WireRequest) =>
    protocol === 'HTTP/2' ? sendHttp2(server.url, wanted, ca) : request(server.port, wanted, ca);
  return { ...server, errors, send: (wanted) => send(withUserAgent(wanted)) };
}

async function sendHttp2(url: string, wanted: WireRequest, ca: string | undefined): Promise<WireResponse> {
  const { status, headers, body } = await requestHttp2(url, wanted, ca === undefined ? {} : { ca });
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each): [string, string] => [name, String(each)]),
  );
  return buildResponse(status, '', fields, body);
}

/** Headers that every client sends; the authorization service requires User-Agent. */
function withUserAgent(wanted: WireRequest): WireRequest {
  const fields = wanted.fields ?? [];
  if (fields.some(([name]) => name.toLowerCase() === 'user-agent')) return wanted;
  return { ...wanted, fields: [...fields, ['User-Agent', 'examples']] };
}
