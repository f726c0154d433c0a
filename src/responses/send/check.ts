import type { Exchange } from '../../http/exchange.ts';
import { isHttp2 } from '../../http/http2.ts';
import { invalid, isWithoutContent, type Plan } from '../composition/plan.ts';
import type { Fault } from '../faults/fault.ts';

const MAX_SPLIT = 65_536;

/** The request whose response has a fault. */
export interface FaultyRequest {
  readonly method: string;
  readonly isOverHttp2: boolean;
}

/** Checks a fault for this request. Nothing is sent before. @throws HttpError 400 */
export function checkFault(plan: Plan, fault: Fault, exchange: Exchange, maxDuration: number): void {
  checkFaultOf(toFaultyRequest(exchange), plan, fault, maxDuration);
}

/** Checks what a fault requires of the response, the method and the protocol. @throws HttpError 400 */
export function checkFaultOf(request: FaultyRequest, plan: Plan, fault: Fault, maxDuration: number): void {
  const problem = problemOf(fault, request) ?? problemOfResponse(plan, fault, maxDuration);
  if (problem !== undefined) throw invalid('fault', `${fault.text} ${problem}`);
}

/** What the protocol or the method of the request cannot carry, as a clause without a subject. */
export function problemOfRequest(fault: Fault, exchange: Exchange): string | undefined {
  return problemOf(fault, toFaultyRequest(exchange));
}

function toFaultyRequest({ method, reply }: Exchange): FaultyRequest {
  return { method, isOverHttp2: isHttp2(reply) };
}

function problemOf(fault: Fault, { method, isOverHttp2 }: FaultyRequest): string | undefined {
  return problemOfProtocol(fault, isOverHttp2) ?? problemOfMethod(fault, method);
}

/** What the response cannot carry, as a clause without a subject. */
export function problemOfResponse(plan: Plan, fault: Fault, maxDuration: number): string | undefined {
  return problemOfContent(plan, fault) ?? problemOfTime(plan, fault, maxDuration);
}

function problemOfProtocol({ kind, variant, options }: Fault, isOverHttp2: boolean): string | undefined {
  if (!isOverHttp2) {
    return options.has('code') ? 'has an error code, which HTTP/1.1 cannot carry' : undefined;
  }
  if (kind.http2 === undefined || (variant && !variant.http2Fields)) return 'cannot be carried by HTTP/2';
  return options.has('code') && options.has('connection') ? 'must have either code or connection' : undefined;
}

/** The length of the content before any transfer coding; undefined while it is unknown. */
export function contentLengthOf({ content }: Plan): number | undefined {
  if (content.kind === 'bytes') return content.bytes.length;
  if (content.kind === 'stream') return content.size;
  return content.codings.length === 0 ? content.size : undefined;
}

function problemOfContent(plan: Plan, fault: Fault): string | undefined {
  const { kind, variantName, number, place, options } = fault;
  const length = contentLengthOf(plan);
  const empty = plan.statuses.find(({ status }) => isWithoutContent(status));
  if (kind.needsContent && empty) return `needs content, which the status ${empty.status} does not have`;
  if (kind.name === 'truncate' && plan.isChunked)
    return 'needs a Content-Length, so the content cannot be chunked';
  if (place?.name === 'N' && length !== undefined && place.bytes > length)
    return `must have a place of at most ${length}, the length of the content`;
  if (kind.name === 'length' || kind.name === 'framing') {
    if (length === undefined) return 'needs content of a known length, so bytes cannot have a coding';
    if (variantName === 'less' && number > length)
      return `must be at most ${length}, the length of the content`;
    if (variantName === 'less' && options.has('close')) return 'cannot have close, which more has';
  }
  if (variantName === 'split' && (length === undefined || length > MAX_SPLIT))
    return `needs content of at most ${MAX_SPLIT} bytes`;
  return undefined;
}

function problemOfTime(
  { content, pause, duration, isChunked }: Plan,
  fault: Fault,
  maxDuration: number,
): string | undefined {
  const isTimed = pause > 0 || duration > 0 || isChunked || content.kind === 'stream';
  if (fault.kind.behaviour === 'extra' && isTimed)
    return 'cannot be combined with a stream, pause, rate, chunk, trailer and coded bytes';
  return problemOfAfter(fault, maxDuration);
}

export function problemOfAfter({ options }: Fault, maxDuration: number): string | undefined {
  return (options.get('after') ?? 0) * 1000 > maxDuration
    ? `must have after of at most ${maxDuration / 1000} s`
    : undefined;
}

export function problemOfMethod({ variantName, kind }: Fault, method: string): string | undefined {
  if (variantName === 'content-on-head' && method !== 'HEAD') return 'needs the method HEAD';
  return kind.behaviour === 'extra' && method === 'HEAD' ? 'cannot answer HEAD' : undefined;
}
