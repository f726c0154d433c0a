import type { Exchange } from './exchange.ts';

/** Whether a browser asks for permission to send another request (Fetch §3.2.2). */
export function isPreflight(exchange: Pick<Exchange, 'method' | 'field'>): boolean {
  return (
    exchange.method === 'OPTIONS' &&
    exchange.field('Origin') !== undefined &&
    exchange.field('Access-Control-Request-Method') !== undefined
  );
}
