import type { Socket } from 'node:net';
import {
  createBodyBudget,
  createConcurrencyLimiter,
  type Exchange,
  type ExchangeRecorder,
  openHttpServer,
  RequestsInProgress,
  type Runtime,
  reasonPhrase,
  type Service,
  TextContent,
} from '../server.ts';

/** The kernel behind all case ports. They listen, and it serves their connections. */
export interface CaseKernel {
  /** @param socket a socket of TCP, or of TLS after its handshake. */
  serve(socket: Socket, respond: Respond): void;
  close(): Promise<void>;
}

/** Sends the response to a request; `fault` of the recorder is called with the fault that it gets. */
export type Respond = (exchange: Exchange) => Promise<void>;

export const MAX_DURATION_MS = 120_000;
export const MAX_UPLOAD_BYTES = 64 * 1024 * 1024;

export async function openCaseKernel(runtime: Runtime): Promise<CaseKernel> {
  const responders = new WeakMap<object, Respond>();
  let accept = (_: Socket): void => {};
  let lastConnection = 0;
  const requests = new RequestsInProgress();
  const listener = await openHttpServer([createCaseService(responders)], {
    host: ['127.0.0.1'],
    port: 0,
    tls: undefined,
    h2c: false,
    runtime,
    requests,
    source: {
      port: 0,
      accept: (take) => {
        accept = take;
      },
    },
    maxBodySize: MAX_UPLOAD_BYTES,
    bodyBudget: createBodyBudget(4 * MAX_UPLOAD_BYTES),
    maxDuration: MAX_DURATION_MS,
    keepAliveTimeout: 5000,
    allowedHosts: undefined,
    limiter: createConcurrencyLimiter(10_000),
    nextConnectionId: () => ++lastConnection,
    log: { info() {}, warn() {}, error() {} },
    recorder: undefined,
    requestMetrics: undefined,
  });
  return {
    serve(socket, respond) {
      responders.set(socket, respond);
      accept(socket);
    },
    close() {
      requests.close();
      return listener.close(Promise.resolve());
    },
  };
}

/** A service without endpoints: the case of the connection responds to every request. */
function createCaseService(responders: WeakMap<object, Respond>): Service {
  const respond = (exchange: Exchange) => responders.get(exchange.connection.tcp)?.(exchange);
  return {
    name: 'conformance',
    documentation: {
      title: 'Conformance',
      version: '1',
      description: 'The ports of conformance cases.',
      tags: {},
      errorContent: { 'text/plain': TextContent },
    },
    prefix: '',
    pathDecoding: 'segment',
    endpoints: [],
    context: undefined,
    format: {
      jsonType: 'application/json',
      toJson: JSON.stringify,
      reasonPhrase,
      commonFields: () => [],
      renderError: ({ status, fields, message }) => ({
        fields: [['Content-Type', 'text/plain'], ...fields],
        content: `${status} ${message}`,
      }),
    },
    fallback: {
      options: (exchange) => void respond(exchange),
      unmatched: (exchange) => respond(exchange),
    },
  };
}

/** A recorder that keeps the faults of a response only: the bytes are those of the connection. */
export function recordFaults(add: (fault: string) => void): ExchangeRecorder {
  return {
    id: 0,
    informational() {},
    head() {},
    content() {},
    trailers() {},
    rawHead() {},
    fault: add,
    ended() {},
  };
}
