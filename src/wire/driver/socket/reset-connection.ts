import type { Socket } from 'node:net';

/**
 * Resets a TCP connection. While its FIN is sent, libuv rejects that (EINVAL of `uv_tcp_close_reset`), and Node can never close
 * the handle after it: the connection stays open, and `close` is not emitted. So the reset waits until the FIN was sent,
 * which needs no answer of the client.
 * @param tcp a socket that is none of TCP, such as one of TLS that another server has accepted, is destroyed
 */
export function resetConnection(tcp: Socket): void {
  const isFinSent = tcp.writableEnded && !tcp.writableFinished && tcp.writableLength === 0;
  if (isFinSent && !tcp.destroyed) tcp.once('finish', () => reset(tcp));
  else reset(tcp);
}

function reset(tcp: Socket): void {
  try {
    tcp.resetAndDestroy();
  } catch {
    // ERR_INVALID_HANDLE_TYPE.
    tcp.destroy();
  }
}
