import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fields } from '../syntax/fields.ts';
import { isClosed, isHttp2, isHttp2Request, toHttp2Fields } from './http2/http2.ts';
import { STATUS_CODES } from './node-http.ts';

/** Whether the client accepts informational responses: not with HTTP/1.0 (RFC 9110 §15.2). */
export function acceptsInformational(request: IncomingMessage): boolean {
  return isHttp2Request(request) || request.httpVersion !== '1.0';
}

/** More than the maximum number of informational responses of a request. */
const MAX_LISTENERS = 32;

/**
 * Writes an informational response (RFC 9110 §15.2) before the head of the response. Not with `writeContinue` or
 * `writeInformation`: if the response waits for that of a pipelined request, Node would send the head of the response before
 * the informational response.
 * @param fields valid names and values.
 */
export function writeInformational(nodeResponse: ServerResponse, status: number, fields: Fields): void {
  if (isClosed(nodeResponse)) return;
  if (isHttp2(nodeResponse)) {
    nodeResponse.stream.additionalHeaders({ ':status': status, ...toHttp2Fields(fields) });
    return;
  }
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}\r\n${lines}\r\n`;
  if (nodeResponse.socket) nodeResponse.socket.write(head, 'latin1');
  else {
    // Node emits it before it writes the queued head of the response.
    nodeResponse.setMaxListeners(MAX_LISTENERS).once('socket', (socket) => socket.write(head, 'latin1'));
  }
  if (status === 100) keepOpenAfterExpectation(nodeResponse);
}

/**
 * Keeps an HTTP/1 connection open after the response to a request with `Expect: 100-continue` (RFC 9110 §10.1.1). Node
 * closes it unless `writeContinue` was called, which sets the same member.
 */
export function keepOpenAfterExpectation(nodeResponse: ServerResponse): void {
  Reflect.set(nodeResponse, '_sent100', true);
}
