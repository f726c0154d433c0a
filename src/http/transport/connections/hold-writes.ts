import type { Socket } from 'node:net';

/**
 * Holds all that is written to a connection until the release, which sends it in one write. A cork does not suffice: Node
 * uncorks the socket completely at the end of a response.
 * @returns the release
 */
export function holdWrites(socket: Socket): () => void {
  socket.cork();
  Object.assign(socket, { uncork() {} });
  return () => {
    Reflect.deleteProperty(socket, 'uncork');
    socket.uncork();
  };
}
