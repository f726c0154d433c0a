import type { Socket } from 'node:net';
import type { ConnectionInfo } from '../../connection-info.ts';
import type { ContentMemory, WireOptions } from '../socket/options.ts';
import type { WireSocket } from '../socket/socket.ts';

/** The part of a connection that is the same for all protocols. */
export abstract class SocketConnection {
  readonly info: ConnectionInfo;
  protected readonly socket: WireSocket;
  protected readonly options: WireOptions;

  constructor(socket: WireSocket, options: WireOptions) {
    this.info = socket.info;
    this.socket = socket;
    this.options = options;
  }

  get tcp(): Socket {
    return this.socket.tcp;
  }

  get isSecure(): boolean {
    return this.socket.isSecure;
  }

  get localAddress(): string {
    return this.socket.localAddress;
  }

  get localPort(): number {
    return this.socket.localPort;
  }

  get remoteAddress(): string {
    return this.socket.remoteAddress;
  }

  get isOpen(): boolean {
    return this.socket.isOpen;
  }

  get memory(): ContentMemory {
    return this.options.memory;
  }

  /** Something outside of the wire has thrown. */
  reportDefect(error: unknown): void {
    this.options.server.defect?.(this.info, error);
  }
}
