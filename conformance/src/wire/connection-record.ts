import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { RequestReader, type WireRequest } from './request-reader.ts';

/** Recorded bytes of one direction; the rest is counted. */
const MAX_RECORDED_BYTES = 64 * 1024;

/** Bytes that were read from or written to a connection at one time. */
export interface TranscriptEntry {
  readonly from: 'client' | 'server';
  /** Milliseconds since the ports of the case were opened. */
  readonly ms: number;
  readonly bytes: Buffer;
  /** Number of further bytes of the same event that were not recorded. */
  readonly cut: number;
}

export interface ConnectionEnd {
  readonly by: 'client' | 'server';
  readonly how: 'FIN' | 'RST';
  readonly ms: number;
}

/**
 * The bytes of one connection in both directions, above TLS, with their times and its ends. It is the only record of a
 * case: requests, evidence and transcripts are read from it.
 */
export class ConnectionRecord {
  /** Number of the connection on its port, from 1. */
  readonly number: number;
  readonly ms: number;
  readonly entries: TranscriptEntry[] = [];
  readonly ends: ConnectionEnd[] = [];
  readonly tcp: Socket;
  #serverName: string | undefined;
  #received = 0;
  #sent = 0;
  readonly #reader = new RequestReader();
  readonly #elapsed: () => number;

  constructor(number: number, tcp: Socket, elapsed: () => number) {
    this.number = number;
    this.tcp = tcp;
    this.#elapsed = elapsed;
    this.ms = elapsed();
    // A reset is an error of the socket, which has no other listener after the end of HTTP.
    tcp.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNRESET') this.#end('client', 'RST');
    });
    tcp.on('end', () => this.#end('client', 'FIN'));
  }

  get requests(): WireRequest[] {
    return this.#reader.requests;
  }

  get strayBytes(): number {
    return this.#reader.strayBytes;
  }

  /** The name of the server that the client sent in its handshake (RFC 6066 §3). */
  get serverName(): string | undefined {
    return this.#serverName;
  }

  /** Records the end of the TLS handshake. */
  secured(serverName: string | undefined): void {
    this.#serverName = serverName;
  }

  get bytesReceived(): number {
    return this.#received;
  }

  get bytesSent(): number {
    return this.#sent;
  }

  /** The recorded bytes of one direction as Latin-1. */
  textFrom(side: TranscriptEntry['from']): string {
    return Buffer.concat(this.entries.filter(({ from }) => from === side).map(({ bytes }) => bytes)).toString(
      'latin1',
    );
  }

  get isEnded(): boolean {
    return this.ends.length > 0 || this.tcp.destroyed;
  }

  /** Records what is read from and written to the socket of the messages, which is that of TCP or of TLS. */
  observe(socket: Socket): void {
    socket.on('end', () => this.#end('client', 'FIN'));
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNRESET') this.#end('client', 'RST');
    });
    // Before the server, which can answer at once.
    socket.prependListener('data', (chunk: Buffer) => this.receive(chunk));
    const { write, end, resetAndDestroy } = socket;
    // HTTP, faults and raw responses write to the same socket.
    Object.assign(socket, {
      write: (...args: Parameters<Duplex['write']>) => {
        this.#written(socket, args[0], args[1]);
        return write.apply(socket, args);
      },
      end: (...args: Parameters<Duplex['end']>) => {
        this.#written(socket, args[0], args[1]);
        const result = end.apply(socket, args);
        this.#end('server', 'FIN');
        return result;
      },
      resetAndDestroy: () => {
        this.#end('server', 'RST');
        // A socket of TLS has no reset of its own.
        return this.tcp === socket ? resetAndDestroy.call(socket) : this.tcp.resetAndDestroy();
      },
    });
  }

  /** Records bytes of the client. */
  receive(chunk: Uint8Array): void {
    this.#reader.push(chunk, this.#elapsed());
    this.#add('client', chunk, this.#received);
    this.#received += chunk.length;
  }

  /** Records bytes of the server. */
  send(bytes: Uint8Array): void {
    this.#add('server', bytes, this.#sent);
    this.#sent += bytes.length;
  }

  /** Records that the server ends the TCP connection, below TLS or without HTTP. */
  ended(): void {
    this.#end('server', 'FIN');
  }

  /** @param chunk can also be a callback, in the place of the bytes */
  #written(socket: Socket, chunk: unknown, encoding: BufferEncoding | undefined): void {
    if (!socket.writable) return;
    if (typeof chunk === 'string') this.send(Buffer.from(chunk, encoding));
    else if (chunk instanceof Uint8Array) this.send(chunk);
  }

  #add(from: TranscriptEntry['from'], chunk: Uint8Array, before: number): void {
    if (chunk.length === 0) return;
    const kept = Math.max(0, Math.min(chunk.length, MAX_RECORDED_BYTES - before));
    if (kept === 0 && before > MAX_RECORDED_BYTES) return;
    this.entries.push({
      from,
      ms: this.#elapsed(),
      bytes: Buffer.from(chunk.subarray(0, kept)),
      cut: chunk.length - kept,
    });
  }

  #end(by: ConnectionEnd['by'], how: ConnectionEnd['how']): void {
    if (!this.ends.some((end) => end.by === by)) this.ends.push({ by, how, ms: this.#elapsed() });
  }
}
