import { connect, type Socket } from 'node:net';
import { hasField } from '../server.ts';
import type { ConnectionRecord } from '../wire/connection-record.ts';
import { type RawScript, stepsOf } from './scripted-response.ts';

export interface ProxyConnection {
  readonly socket: Socket;
  readonly record: ConnectionRecord;
  /** The response to CONNECT, by whether the request has a field of this name. */
  respond(hasField: (name: string) => boolean): RawScript;
  /** Whether a tunnel to this port of the machine is permitted: only those of the case are. */
  isPermitted(port: number): boolean;
  /** Serves requests in absolute-form. */
  serve(): void;
}

const MAX_HEAD_BYTES = 64 * 1024;

/** Serves a connection of a proxy: a tunnel after CONNECT (RFC 9110 §9.3.6), or requests in absolute-form. */
export function serveProxy(connection: ProxyConnection): void {
  const { socket } = connection;
  let received = Buffer.alloc(0);
  const onData = (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    const isConnect = received.toString('latin1', 0, 8).startsWith('CONNECT ');
    const end = received.indexOf('\r\n\r\n');
    if (isConnect && end < 0 && received.length < MAX_HEAD_BYTES) return;
    if (received.length < 8 && !isConnect && 'CONNECT '.startsWith(received.toString('latin1'))) return;
    socket.off('data', onData);
    socket.pause();
    if (isConnect && end >= 0)
      return openTunnel(connection, received.subarray(0, end + 4), received.subarray(end + 4));
    socket.unshift(received);
    connection.serve();
    socket.resume();
  };
  socket.on('data', onData).on('error', () => socket.destroy());
}

function openTunnel(
  { socket, record, respond, isPermitted }: ProxyConnection,
  head: Buffer,
  rest: Buffer,
): void {
  record.receive(head);
  const request = record.requests.at(-1);
  const response = respond((name) => hasField(request?.fields ?? [], name));
  const bytes = Buffer.concat(
    stepsOf(response).flatMap((step) => (typeof step === 'string' ? [Buffer.from(step, 'latin1')] : [])),
  );
  record.send(bytes);
  socket.write(bytes);
  const port = Number(/:(\d{1,5})$/.exec(request?.target ?? '')?.[1]);
  if (!/^HTTP\/1\.1 2/.test(bytes.toString('latin1')) || !isPermitted(port)) {
    record.ended();
    socket.end();
    socket.resume();
    return;
  }
  const target = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  const close = () => {
    socket.destroy();
    target.destroy();
  };
  target.on('error', close).on('close', close);
  socket.on('close', close);
  target.write(rest);
  socket.pipe(target);
  target.pipe(socket);
}
