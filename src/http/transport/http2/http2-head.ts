import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2SecureServer, Http2Server } from 'node:http2';
import { isHttp2 } from './http2.ts';

/**
 * Emits `close` of a response to HEAD whose stream closes before the response ends. Node emits it for other methods only,
 * but the exchange ends with this event.
 */
export function closeHeadResponses(server: Http2Server | Http2SecureServer): void {
  server.on('request', ({ method }: IncomingMessage, nodeResponse: ServerResponse) => {
    if (method !== 'HEAD' || !isHttp2(nodeResponse)) return;
    let isClosed = false;
    nodeResponse.once('close', () => {
      isClosed = true;
    });
    nodeResponse.stream.once('close', () => {
      if (!isClosed) nodeResponse.emit('close');
    });
  });
}
