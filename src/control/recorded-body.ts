import type { Exchange } from '../http/exchange.ts';
import type { Fields } from '../http/fields.ts';
import type { ControlContext } from './context.ts';
import { missing } from './errors.ts';
import { findExchange } from './journal.ts';

/** Sends the kept bytes of a recorded body. @throws HttpError 404 without a response; otherwise as `findExchange`. */
export function sendBody(
  exchange: Exchange,
  service: ControlContext,
  id: number,
  part: 'request' | 'response',
): void {
  const message = findExchange(service, id)[part];
  if (!message) throw missing(`Exchange ${id} has no response.`);
  exchange.send(200, UNTRUSTED, message.body.kept);
}

/** The bytes are those of clients: a browser must neither guess their type nor run them. */
const UNTRUSTED: Fields = [
  ['Content-Type', 'application/octet-stream'],
  ['Content-Disposition', 'attachment'],
  ['Content-Security-Policy', "sandbox; default-src 'none'"],
];
