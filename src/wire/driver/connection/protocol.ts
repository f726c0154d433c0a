import type { SocketUser } from '../socket/socket.ts';

/** HTTP/1 or HTTP/2 on one connection. */
export interface Protocol extends SocketUser {
  /** Ends the connection: at once when no exchange is in progress, else after it. HTTP/2 sends GOAWAY first. */
  shutDown(): void;
}
