import { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { ConnectionInfo } from '#wire/connection-info.ts';
import { IncomingBody } from '#wire/driver/connection/body.ts';
import type { EndReason, WireConnection, WireExchange } from '#wire/port.ts';
import type { RequestHead } from '#wire/request-head.ts';

/** An exchange of the wire without a connection. It notes what is called. */
export interface FakeWire extends WireExchange {
  /** The calls that write or end, such as `respond 200`. */
  readonly calls: string[];
  /** Ends the exchange as a client or the driver does. */
  finish(reason: EndReason): void;
}

export interface FakeWireOptions {
  readonly head?: Partial<RequestHead>;
  readonly connection?: Partial<WireConnection>;
  readonly body?: IncomingBody;
  readonly streamId?: number;
}

/** @param options replace the members of a GET of `/` on the first request of an HTTP/1 connection */
export function createFakeWire({ head, connection, body, streamId = 0 }: FakeWireOptions = {}): FakeWire {
  const calls: string[] = [];
  const actions: (() => void)[] = [];
  const state: { ended: EndReason | undefined; status: number } = { ended: undefined, status: 0 };
  const write = (call: string, status = state.status) => {
    if (state.ended !== undefined) return;
    calls.push(call);
    state.status = status;
  };
  return {
    calls,
    finish(reason) {
      if (state.ended !== undefined) return;
      state.ended = reason;
      for (const action of actions) action();
    },
    head: {
      version: '1.1',
      method: 'GET',
      target: '/',
      fields: ['Host', 'h'],
      raw: undefined,
      pseudo: [],
      framing: 'none',
      length: -1,
      flags: 0,
      ...head,
    },
    connection: {
      info: new ConnectionInfo('127.0.0.1:50000', () => 1),
      isHttp2: streamId > 0,
      isSecure: false,
      localAddress: '127.0.0.1',
      localPort: 80,
      remoteAddress: '127.0.0.1',
      tcp: new Socket(),
      settings: [],
      openExchanges: 1,
      isOpen: true,
      writeRaw: (bytes) => write(`raw ${bytes}`),
      flushed: async () => true,
      closeWhenIdle: (milliseconds, kind) => write(`closeWhenIdle ${milliseconds} ${kind}`),
      ...connection,
    },
    body: body ?? new IncomingBody(undefined),
    number: 1,
    streamId,
    priorityUpdate: '',
    rejection: undefined,
    get ended() {
      return state.ended;
    },
    get status() {
      return state.status;
    },
    isClosing: false,
    keepsExpectation: false,
    forcesContent: false,
    respond(status) {
      write(`respond ${status}`, status);
      return `HTTP/1.1 ${status} OK\r\n\r\n`;
    },
    start(status) {
      write(`start ${status}`, status);
      return `HTTP/1.1 ${status} OK\r\n\r\n`;
    },
    write(chunk) {
      write(`write ${Buffer.from(chunk).toString('latin1')}`);
      return true;
    },
    drained: async () => {},
    end: () => write('end'),
    inform(status) {
      write(`inform ${status}`);
      return true;
    },
    async abort({ type }) {
      write(`abort ${type}`);
    },
    hijack: () => ({
      isOpen: true,
      write: async (bytes) => write(`write ${Buffer.from(bytes).toString('latin1')}`),
    }),
    upgrade: () => new PassThrough(),
    onEnd(action) {
      if (state.ended === undefined) actions.push(action);
      else action();
    },
  };
}
