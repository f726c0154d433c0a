import type { Exchange } from '../http/exchange.ts';
import { parsePairs } from '../http/query.ts';

export function requestView(exchange: Exchange) {
  return {
    args: Object.fromEntries(parsePairs(exchange.query ?? '')),
    headers: Object.fromEntries(exchange.fields),
    origin: exchange.peerAddress,
    url: `http://${exchange.field('Host')}${exchange.path}`,
  };
}
