import { HttpError } from '#http/errors/errors.ts';
import type { BodyExchange } from '#http/message/body/body.ts';
import { createBodyStream } from '#http/message/body/body-stream.ts';

/** Maximum size of a body that is read to find out whether it is empty. */
const MAX_SIZE = 1024;

/**
 * Checks the body of a call that takes none, before the call has an effect: a member that is ignored, such as
 * `{"bin": "t1"}` of a reset, would select everything. Many clients send `{}` or `null` in place of no body.
 * @throws HttpError 400 for a body with content, or one that is incomplete; 413 for a long one.
 */
export async function requireEmptyBody(exchange: BodyExchange): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of createBodyStream(exchange).chunks(MAX_SIZE)) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('latin1').trim();
  if (text !== '' && text !== 'null' && !/^\{\s*\}$/.test(text))
    throw new HttpError(400, 'This call takes no body. Parameters are in the query.');
}
