import type { Exchange } from '../../http/message/exchange.ts';
import type { Fields } from '../../http/message/fields.ts';
import { notFound } from '../../operations/errors.ts';
import { findExchange } from '../../operations/journal-access.ts';
import type { ControlContext } from './context.ts';

/** Sends the kept bytes of a recorded body. @throws OperationError `notFound` without a response; otherwise as `findExchange`. */
export async function sendBody(
  exchange: Exchange,
  service: ControlContext,
  id: number,
  part: 'request' | 'response',
): Promise<void> {
  const message = (await findExchange(service.operations, id))[part];
  if (!message) throw notFound(`Exchange ${id} has no response.`);
  exchange.send(200, UNTRUSTED, message.body.kept);
}

/** The bytes are those of clients: a browser must neither guess their type nor run them. */
const UNTRUSTED: Fields = [
  ['Content-Type', 'application/octet-stream'],
  ['Content-Disposition', 'attachment'],
  ['Content-Security-Policy', "sandbox; default-src 'none'"],
];
