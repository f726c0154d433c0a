import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { ReceivedRequest } from '#http/message/received-request.ts';
import { parseTarget } from '#http/syntax/target.ts';
import { createFakeWire } from '#test/support/servers/fake-wire.ts';
import { ConnectionInfo } from '#wire/connection-info.ts';
import { createRecordedFields } from './recorded-fields.ts';
import { WebSocketRecording } from './web-socket-recording.ts';

/** The recording of an upgrade in a bin. A test sets the time; the limit of a body is 3 bytes, and 12 bytes in a bin. */
function open(bin: string | null = null, redacted: readonly string[] = []) {
  const clock = { now: 1000 };
  const calls: string[] = [];
  const socket = new PassThrough();
  const connection = new ConnectionInfo('127.0.0.1:50000', () => 7);
  const wire = createFakeWire({
    head: { target: '/websocket/echo', fields: ['Host', 'h', 'X-A', 'secret'] },
    connection: { info: connection },
  });
  const recording = new WebSocketRecording(
    { id: 5, service: 'testing', bin },
    new ReceivedRequest({ ...wire, number: 2 }, parseTarget('/websocket/echo')),
    '/websocket/{mode}',
    socket.on('error', () => {}),
    {
      bodySize: 3,
      contentSize: 3,
      fields: createRecordedFields(redacted),
      runtime: { monotonic: () => clock.now, machineNow: () => 99 },
      bodyReceived: () => assert.fail(),
      grown: ({ id }) => void calls.push(`grown ${id}`),
      done: ({ id }) => void calls.push(`done ${id}`),
    },
    { bin, isBinValid: true, hasAccountCookie: false, fetchSite: undefined },
  );
  return { clock, recording, socket, calls };
}

const EMPTY = { length: 0, sha256: null, kept: new Uint8Array(), truncated: false };

describe('the recording of a WebSocket', () => {
  it('has the request, and what has been sent and received so far', async () => {
    const { clock, recording, socket, calls } = open();
    const begun = {
      kind: 'exchange',
      id: 5,
      bin: null,
      service: 'testing',
      startedAt: 99,
      ended: null,
      replayOf: null,
      lab: null,
      rules: [],
      unmatched: false,
      own: false,
      marked: false,
      note: null,
      ms: { body: 0, firstByte: null, done: null },
      connection: {
        id: 7,
        remote: '127.0.0.1:50000',
        stream: null,
        requestNumber: 2,
        protocol: 'HTTP/1.1',
        tls: null,
      },
      request: {
        method: 'GET',
        target: '/websocket/echo',
        trailers: [],
        body: EMPTY,
        expect: null,
        aborted: false,
        headers: [
          ['Host', 'h'],
          ['X-A', 'secret'],
        ],
      },
      response: null,
      endpoint: '/websocket/{mode}',
      webSocket: { received: 0, sent: 0, messages: [] as unknown[] },
    };
    assert.deepEqual(recording.view(), begun);
    assert.equal(recording.size, '/websocket/echo'.length + 'HosthX-Asecret'.length);
    clock.now = 1001;
    recording.head(['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', '', '']);
    const head = { status: 101, reason: 'Switching Protocols', headers: [['Upgrade', 'websocket']] };
    const response = { ...head, informational: [], trailers: [], body: EMPTY, fault: null };
    clock.now = 1002.5;
    const frames = [
      ['received', 'text', 'abc', undefined],
      ['sent', 'binary', 'de', undefined],
      ['sent', 'text', '', undefined],
      ['received', 'ping', 'p', undefined],
      ['sent', 'pong', 'p', undefined],
      ['sent', 'close', 'bye', 1000],
    ] as const;
    for (const [method, type, text, code] of frames) recording[method](type, Buffer.from(text), code);
    assert.deepEqual(calls, Array(6).fill('grown 5'));
    assert.equal(recording.size, '/websocket/echoHosthX-Asecret'.length + 10);
    clock.now = 1004;
    socket.destroy();
    await new Promise(setImmediate);
    assert.deepEqual(calls.slice(6), ['done 5']);
    assert.deepEqual(recording.view(), {
      ...begun,
      response,
      ended: 'answered',
      ms: { body: 0, firstByte: 1, done: 4 },
      webSocket: {
        received: 1,
        sent: 2,
        messages: frames.map(([method, type, text, code = null], index) => ({
          number: index + 1,
          isReceived: method === 'received',
          type,
          ms: 2.5,
          size: text.length,
          kept: new Uint8Array(Buffer.from(text)),
          code,
        })),
      },
    });
  });

  it('has the content of a response that rejects the upgrade, as much as the limit of a body', async () => {
    for (const bin of [null, 'b']) {
      const { recording, socket } = open(bin);
      recording.head(['HTTP/1.1 400 Bad Request', '', '']);
      const chunk = Buffer.from('rejected');
      recording.content(chunk.subarray(0, 3));
      recording.content(chunk.subarray(3));
      const body = {
        length: 8,
        sha256: hash('sha256', 'rejected'),
        kept: new Uint8Array(Buffer.from('rej')),
        truncated: true,
      };
      assert.deepEqual(recording.view().response?.body, body);
      socket.destroy();
      await new Promise(setImmediate);
      assert.deepEqual([recording.view().response?.body, recording.view().bin], [body, bin]);
      chunk.fill(0);
      assert.deepEqual(recording.view().response?.body, body);
    }
  });

  it('ends with the error of its connection', async () => {
    for (const [code, ended] of [
      ['ECONNRESET', 'client-rst'],
      ['OTHER', 'server-fin'],
    ] as const) {
      const { recording, socket } = open();
      socket.destroy(Object.assign(new Error(), { code }));
      await new Promise(setImmediate);
      assert.equal(recording.view().ended, ended);
    }
  });

  it('has no values of the fields that are not kept', () => {
    const { recording } = open(null, ['x-a']);
    assert.deepEqual(recording.view().request.headers, [
      ['Host', 'h'],
      ['X-A', '***'],
    ]);
  });
});
