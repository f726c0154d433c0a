import { expectsContinue } from '../../http/body.ts';
import { delayResponse } from '../../http/delay.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Field } from '../../http/fields.ts';
import type { Runtime } from '../../runtime.ts';
import { canSendTrailers } from '../client-headers.ts';
import { encodeStream } from '../content-coding.ts';
import { createAlphabet } from '../generated-bytes.ts';
import { chooseStatus } from '../status-choice.ts';
import { createThrottle } from '../throttle.ts';
import { applyExpectation } from './expectation.ts';
import { type EncodedContent, isWithoutContent, maxBytes, type Plan, timeFor } from './plan.ts';

/** Sends the informational responses, and then the response. */
export async function run(plan: Plan, exchange: Exchange, runtime: Runtime): Promise<void> {
  const response = expectsContinue(exchange.request) ? await applyExpectation(plan, exchange, runtime) : plan;
  if (!response) return;
  for (const { status, fields, wait } of response.interims) {
    if (!(await delayResponse(exchange, runtime, wait))) return;
    exchange.inform(status, fields);
  }
  await respond(response, exchange, runtime);
}

/** Sends the response: delays, writes the headers, pauses, and writes the content at the rate of the plan. */
async function respond(plan: Plan, exchange: Exchange, runtime: Runtime): Promise<void> {
  const status = chooseStatus(plan.statuses, runtime.fraction);
  if (!(await delayResponse(exchange, runtime, plan.delay))) return;
  if (isWithoutContent(status)) return exchange.empty(status, plan.fields);
  const fields: Field[] = [...plan.contentFields, ...plan.fields];
  const { content, pause, rate, isChunked } = plan;
  if (content.kind === 'bytes' && pause === 0 && rate === undefined && !isChunked) {
    return exchange.send(status, fields, content.bytes);
  }
  if (!isChunked) fields.push(contentLength(content));
  const chunks = throttledContent(plan, exchange, runtime);
  if (plan.trailers.length === 0 || !canSendTrailers(exchange))
    return exchange.stream(status, fields, chunks);
  const announcement: Field = ['Trailer', plan.trailers.map(([name]) => name).join(', ')];
  await exchange.stream(status, [...fields, announcement], chunks, () => plan.trailers);
}

async function* throttledContent(
  plan: Plan,
  exchange: Exchange,
  runtime: Runtime,
): AsyncGenerator<Uint8Array> {
  const { content, pause, rate, chunkSize } = plan;
  // Sends the headers before the pause.
  if (pause > 0) exchange.flushHead();
  if (!(await delayResponse(exchange, runtime, pause))) return;
  const total = maxBytes(content);
  const throttle = createThrottle({ exchange, runtime, total, duration: timeFor(total, rate) });
  let sent = 0;
  for await (const chunk of splitChunks(toSource(content), chunkSize)) {
    sent += chunk.length;
    if (!(await throttle(sent))) return;
    yield chunk;
  }
}

function toSource(content: EncodedContent): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  if (content.kind === 'bytes') return [content.bytes];
  const source = letters(content.size);
  return content.codings.length > 0 ? encodeStream(source, content.codings) : source;
}

function contentLength(content: EncodedContent): Field {
  return ['Content-Length', String(content.kind === 'bytes' ? content.bytes.length : content.size)];
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
