import type { Exchange } from '../http/exchange.ts';

/** Whether fields can follow the content: not that of an answer to HEAD, nor for a client of HTTP/1.0, which has no chunks. */
export function hasTrailers({ method, request }: Exchange): boolean {
  return method !== 'HEAD' && request.httpVersion !== '1.0';
}
