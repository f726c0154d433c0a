import { delayResponse } from '../../http/delay.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Field } from '../../http/fields.ts';
import type { Runtime } from '../../runtime.ts';
import { createPace } from '../pace.ts';
import { chooseStatus } from '../status-choice.ts';
import { encodeStream } from './coding.ts';
import { inPieces, letters } from './pieces.ts';
import { type CodedContent, isWithoutContent, mostBytes, type Plan, timeFor } from './plan.ts';

/** Answers by the plan: waits, writes the head, waits, and writes the content no faster than it says. */
export async function run(plan: Plan, exchange: Exchange, runtime: Runtime): Promise<void> {
  const status = chooseStatus(plan.statuses, runtime.fraction());
  if (!(await delayResponse(exchange, runtime, plan.delay))) return;
  if (isWithoutContent(status)) return exchange.empty(status, plan.fields);
  const fields: Field[] = [...plan.contentFields, ...plan.fields];
  const { content, pause, rate, isChunked } = plan;
  if (content.kind === 'bytes' && pause === 0 && rate === undefined && !isChunked) {
    return exchange.send(status, fields, content.bytes);
  }
  if (!isChunked) fields.push(contentLength(content));
  const pieces = paced(plan, exchange, runtime);
  if (plan.trailers.length === 0 || !canTrail(exchange)) return exchange.stream(status, fields, pieces);
  const announcement: Field = ['Trailer', plan.trailers.map(([name]) => name).join(', ')];
  await exchange.stream(status, [...fields, announcement], pieces, () => plan.trailers);
}

/** Trailers stand behind the last chunk, which an answer to HEAD or to HTTP/1.0 does not have (RFC 9112 §7.1.2). */
function canTrail({ method, request }: Exchange): boolean {
  return method !== 'HEAD' && request.httpVersion !== '1.0';
}

async function* paced(plan: Plan, exchange: Exchange, runtime: Runtime): AsyncGenerator<Uint8Array> {
  const { content, pause, rate, pieceSize } = plan;
  // Otherwise the head waits for the first piece; `flushHeaders` would write it as UTF-8.
  if (pause > 0) exchange.reply.write('', 'latin1');
  if (!(await delayResponse(exchange, runtime, pause))) return;
  const whole = mostBytes(content);
  const pace = createPace({ exchange, runtime, whole, duration: timeFor(whole, rate) });
  let given = 0;
  for await (const piece of inPieces(toSource(content), pieceSize)) {
    given += piece.length;
    if (!(await pace(given))) return;
    yield piece;
  }
}

function toSource(content: CodedContent): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  if (content.kind === 'bytes') return [content.bytes];
  const source = letters(content.size);
  return content.codings.length > 0 ? encodeStream(source, content.codings) : source;
}

function contentLength(content: CodedContent): Field {
  return ['Content-Length', String(content.kind === 'bytes' ? content.bytes.length : content.size)];
}
