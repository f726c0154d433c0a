import { hasBody, sendContinue, skipBody } from '../../http/message/body.ts';
import { HttpError } from '../../http/message/errors.ts';
import type { Exchange } from '../../http/message/exchange.ts';
import type { Field } from '../../http/message/fields.ts';
import { decodePairs } from '../../http/routing/parameters.ts';
import { isClosed } from '../../http/transport/http2.ts';
import { reasonPhrase } from '../../http/transport/node-http.ts';
import { type CallerSelector, readSelector } from '../../matching/caller-selector.ts';
import { composeParameters } from '../../responses/composition/directives.ts';
import { parseDirectives } from '../../responses/composition/parse.ts';
import { toPlan } from '../../responses/composition/to-plan.ts';
import { checkFault, faultSubject } from '../../responses/plan/fault-problem.ts';
import type { ResponsePlan } from '../../responses/plan/response-plan.ts';
import { sendPlan } from '../../responses/send/send.ts';
import type { LabContext } from '../keys/context.ts';
import { type LimitDirectives, parseLimit } from './directives.ts';
import { limitFields, toSeconds } from './limit-fields.ts';
import { type Decision, type LimitDefinition, RateLimit, toPartition } from './rate-limit.ts';
import { announceRetry } from './retry-after.ts';

/** Counts the request, and responds to it. Nothing is counted if a directive is invalid. */
export async function runLimit(
  key: string,
  directives: LimitDirectives,
  exchange: Exchange,
  service: LabContext,
): Promise<void> {
  const request = parseLimit(directives);
  const plan = toPlan(parseDirectives(directives), service);
  checkFault(plan, faultSubject(exchange), service.maxDuration);
  const { definition } = request;
  const opened = service.labs.state.open(
    'limit',
    key,
    RateLimit,
    () => new RateLimit(definition, service.runtime),
  );
  const limit = opened.value;
  checkDefinition(key, limit, definition);
  const partition = partitionOf(request.selector, exchange);
  const attempt = service.labs.begin(opened, exchange, { caller: partition });
  // Without an `await` for other costs: the decision and the attempt are one step.
  const units = request.cost === 'bytes' ? await countBytes(exchange, service) : request.cost;
  const decision = limit.request(units, partition);
  const { isAccepted, isEarly } = decision;
  attempt.details = { accepted: isAccepted, units, early: isEarly, retryAfter: null };
  const { now: clock } = service.runtime;
  const report = { definition, states: decision.states, partition: decision.partition, now: clock() };
  const fields = limitFields(request.formats, report);
  if (isAccepted) {
    releaseAtEnd(decision, exchange);
    return sendPlan({ ...plan, fields: [...plan.fields, ...exposed(fields, exchange)] }, exchange, service);
  }
  const announced = announceRetry(request.retry, decision.wait, report.now);
  limit.announce(partition, announced.wait);
  attempt.details = { ...attempt.details, retryAfter: announced.wait / 1000 };
  if (request.rejection === 'close') return sendPlan(closePlan(service), exchange, service);
  const content = JSON.stringify(toProblem(request.rejection, definition, decision));
  exchange.send(
    request.rejection,
    [['Content-Type', 'application/problem+json'], ...exposed([...fields, ...announced.fields], exchange)],
    content,
  );
}

/** @throws HttpError 409 when the key has another definition. */
export function checkDefinition(key: string, limit: RateLimit, definition: LimitDefinition): void {
  if (limit.isSame(definition)) return;
  throw new HttpError(
    409,
    `The key ${key} has another policy, kind or per. DELETE /limit/${key} removes it.`,
  );
}

/** Lets scripts of other origins read the fields, besides those of every response. */
function exposed(fields: readonly Field[], exchange: Exchange): readonly Field[] {
  if (fields.length === 0 || exchange.field('Origin') === undefined) return fields;
  return [...fields, ['Access-Control-Expose-Headers', fields.map(([name]) => name).join(', ')]];
}

/** A response whose connection ends before its first byte. */
function closePlan(service: LabContext): ResponsePlan {
  return toPlan(parseDirectives(decodePairs(composeParameters, [['fault', 'close']])), service);
}

function partitionOf(selector: CallerSelector, exchange: Exchange): string | null {
  const caller = readSelector(selector, { exchange });
  return caller === null ? null : toPartition(caller);
}

/** The length of the body: as declared, or after reading it. */
async function countBytes(exchange: Exchange, { maxBodySize }: LabContext): Promise<number> {
  const declared = exchange.request.headers['content-length'];
  if (declared !== undefined) return Number(declared);
  if (!hasBody(exchange.request)) return 0;
  sendContinue(exchange);
  await skipBody(exchange, maxBodySize);
  return exchange.bytesReceived;
}

function releaseAtEnd({ release }: Decision, { reply }: Exchange): void {
  if (isClosed(reply)) release();
  else reply.once('close', release);
}

const PROBLEM_TYPES = 'https://iana.org/assignments/http-problem-types#';

/** Problem details of the RateLimit draft. */
function toProblem(status: number, definition: LimitDefinition, { states, wait }: Decision) {
  const violated = states.filter(({ isViolated }) => isViolated).map(({ policy }) => policy.name);
  return {
    type: `${PROBLEM_TYPES}${status === 503 ? 'temporary-reduced-capacity' : 'quota-exceeded'}`,
    title: reasonPhrase(status),
    status,
    detail: `The quota of ${definition.unit} is exhausted for ${toSeconds(wait)} s.`,
    'violated-policies': violated,
  };
}
