import { HttpError, invalidInput } from '#http/errors/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { hasField } from '#http/syntax/fields.ts';
import type { TransportFault } from '../faults/fault.ts';
import { contentLengthOf, isWithoutContent, type ResponsePlan } from './response-plan.ts';

const MAX_SPLIT = 65_536;

/** What is known of the request and the response of a fault. An undefined member is not known, and not checked. */
export interface FaultSubject {
  readonly method?: string | undefined;
  readonly isOverHttp2?: boolean | undefined;
  readonly plan?: ResponsePlan | undefined;
  /** Whether the content of the response is spread over a time. */
  readonly isDribbled?: boolean;
}

/** The method and the protocol of a request. */
export function faultSubject({ method, isHttp2 }: Exchange): FaultSubject {
  return { method, isOverHttp2: isHttp2 };
}

/** Checks a plan for a request. @throws HttpError 400 when its fault does not fit. */
export function checkFault(plan: ResponsePlan, request: FaultSubject, maxDuration: number): void {
  const { fault } = plan;
  const problem = fault && problemOfFault(fault, { ...request, plan }, maxDuration);
  if (problem === undefined) return;
  const message = `${fault?.text} ${problem}`;
  throw invalidInput([{ in: 'query', name: 'fault', keyword: 'format', message }]);
}

/** Checks the fault of a rule. @throws HttpError 400, with the ID of the rule, when it does not fit. */
export function checkFaultOfRule(
  id: string | undefined,
  fault: TransportFault | undefined,
  subject: FaultSubject,
  maxDuration: number,
): void {
  const problem = fault && problemOfFault(fault, subject, maxDuration);
  if (problem === undefined) return;
  throw new HttpError(400, `The rule ${id} does not fit this response: ${fault?.text} ${problem}.`);
}

/** What is known of all requests of a rule. An undefined member is not known, and not checked. */
export interface FaultRequests {
  readonly methods?: readonly string[] | undefined;
  readonly isOverHttp2?: boolean | undefined;
}

/** Why no request of a rule can have the fault, as a clause without a subject; undefined if one can. */
export function problemOfRequests(
  fault: TransportFault,
  { methods, isOverHttp2 }: FaultRequests,
  response: Pick<FaultSubject, 'plan' | 'isDribbled'>,
  maxDuration: number,
): string | undefined {
  const problems = (methods ?? [undefined]).map((method) =>
    problemOfFault(fault, { ...response, method, isOverHttp2 }, maxDuration),
  );
  return problems.every((problem) => problem !== undefined) ? problems[0] : undefined;
}

/** Why a fault does not fit, as a clause without a subject. @param maxDuration in milliseconds. */
function problemOfFault(
  fault: TransportFault,
  { method, isOverHttp2, plan, isDribbled }: FaultSubject,
  maxDuration: number,
): string | undefined {
  const { options } = fault;
  if (isOverHttp2 !== undefined) {
    const problem = problemOfProtocol(fault, isOverHttp2);
    if (problem !== undefined) return problem;
  }
  // No protocol can carry both.
  if (options.has('code') && options.has('connection')) return 'must have either code or connection';
  const problem =
    (method === undefined ? undefined : problemOfMethod(fault, method)) ??
    (plan && (problemOfContent(fault, plan) ?? problemOfTime(fault, plan)));
  if (problem !== undefined) return problem;
  if ((options.get('after') ?? 0) * 1000 > maxDuration)
    return `must have after of at most ${maxDuration / 1000} s`;
  // A dribble has chunks, and no Content-Length.
  return isDribbled && (fault.kind.name === 'truncate' || fault.kind.behaviour === 'extra')
    ? 'cannot be combined with dribble, whose response has no Content-Length'
    : undefined;
}

function problemOfProtocol(
  { kind, variant, options }: TransportFault,
  isOverHttp2: boolean,
): string | undefined {
  if (!isOverHttp2) return options.has('code') ? 'has an error code, which HTTP/1.1 cannot carry' : undefined;
  return kind.http2 === undefined || (variant && !variant.http2Fields)
    ? 'cannot be carried by HTTP/2'
    : undefined;
}

function problemOfMethod({ variantName, kind }: TransportFault, method: string): string | undefined {
  if (variantName === 'content-on-head' && method !== 'HEAD') return 'needs the method HEAD';
  return kind.behaviour === 'extra' && method === 'HEAD' ? 'cannot answer HEAD' : undefined;
}

function problemOfContent(fault: TransportFault, plan: ResponsePlan): string | undefined {
  const { kind, variantName, number, place, options } = fault;
  const length = contentLengthOf(plan.content);
  const empty = plan.statuses.find(({ status }) => isWithoutContent(status));
  if (kind.name === 'location' && !hasField(plan.fields, 'Location'))
    return 'needs a response with a Location';
  if (kind.needsContent && empty) return `needs content, which the status ${empty.status} does not have`;
  if (place?.name === 'N' && empty)
    return `must not have a place in the content, which the status ${empty.status} does not have`;
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

function problemOfTime({ kind }: TransportFault, { content, pause, duration, isChunked }: ResponsePlan) {
  const isTimed = pause > 0 || duration > 0 || isChunked || content.kind === 'stream';
  return kind.behaviour === 'extra' && isTimed
    ? 'cannot be combined with a stream, pause, rate, chunk, trailer and coded bytes'
    : undefined;
}
