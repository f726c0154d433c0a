import { delayResponse } from '#http/message/delay.ts';
import type { Exchange } from '#http/message/exchange.ts';
import type { ContentSource } from '#http/message/interception.ts';
import type { Runtime } from '#runtime.ts';
import { createAlphabet } from '../content/alphabet.ts';
import { encodeStream } from '../content/content-coding.ts';
import { createThrottle } from '../content/throttle.ts';
import { type EncodedContent, maxBytes, type ResponsePlan } from '../plan/response-plan.ts';

/** The content at the rate of the plan, after its pause. Ends early when the client disconnects. */
export async function* throttledContent(
  plan: ResponsePlan,
  exchange: Exchange,
  runtime: Runtime,
): AsyncGenerator<Uint8Array> {
  const { content, pause, duration, chunkSize } = plan;
  if (!(await delayResponse(exchange, runtime, pause))) return;
  const total = maxBytes(content);
  const throttle = createThrottle({ exchange, runtime, total, duration });
  let sent = 0;
  // A stream keeps its own chunks, and their times.
  const chunks =
    content.kind === 'stream' && duration === 0
      ? toBytes(content.source)
      : splitChunks(createSource(content), chunkSize);
  for await (const chunk of chunks) {
    sent += chunk.length;
    if (!(await throttle(sent))) return;
    yield chunk;
  }
}

function createSource(content: EncodedContent): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  if (content.kind === 'bytes') return [content.bytes];
  if (content.kind === 'stream') return toBytes(content.source);
  const source = letters(content.size);
  return content.codings.length > 0 ? encodeStream(source, content.codings) : source;
}

/** Without empty chunks, which would end chunked content. */
async function* toBytes(source: ContentSource): AsyncGenerator<Uint8Array> {
  for await (const chunk of source)
    if (chunk.length > 0) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

const BLOCK = 64 * 1024;
const EMPTY = Buffer.alloc(0);

/** Generates bytes of the repeated alphabet in blocks. */
function* letters(size: number): Generator<Uint8Array> {
  const alphabet = createAlphabet(Math.min(BLOCK, size));
  for (let offset = 0; offset < size; offset += BLOCK) {
    yield alphabet(offset, Math.min(BLOCK, size - offset));
  }
}

/** Splits a source into chunks of one size; the last may be shorter. */
async function* splitChunks(
  source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = EMPTY;
  for await (const block of source) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, block]) : block;
    let at = 0;
    for (; bytes.length - at >= size; at += size) yield bytes.subarray(at, at + size);
    rest = bytes.subarray(at);
  }
  if (rest.length > 0) yield rest;
}
