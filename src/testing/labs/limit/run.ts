import { hasBody, sendContinue, skipBody } from '#http/message/body/body.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { decodePairs } from '#http/routing/parameters.ts';
import type { Field } from '#http/syntax/fields.ts';
import { reasonPhrase } from '#http/syntax/reason-phrases.ts';
import { type CallerSelector, readSelector } from '#journal/matching/caller-selector.ts';
import { composePlan } from '../../responses/composition/compose-plan.ts';
import { composeParameters } from '../../responses/composition/directives.ts';
import { parseDirectives } from '../../responses/composition/parse.ts';
import { checkFault, faultSubject } from '../../responses/plan/fault-problem.ts';
import { afterBody, type ResponsePlan } from '../../responses/plan/response-plan.ts';
import { sendPlan } from '../../responses/send/send.ts';
import type { LabContext } from '../keys/context.ts';
import { type LimitDirectives, type ParsedLimit, parseLimit } from './directives.ts';
import { limitFields } from './limit-fields.ts';
import { computePartition, type LimitDefinition, type LimitResult, limitLogic } from './rate-limit.ts';
import { toSeconds } from './retry-after.ts';

/** Counts the request, and responds to it. Nothing is counted if a directive is invalid. */
export function runLimit(
  key: string,
  directives: LimitDirectives,
  exchange: Exchange,
  service: LabContext,
): void | Promise<void> {
  const limit = parseLimit(directives);
  const plan = composePlan(parseDirectives(directives), service);
  checkFault(plan, faultSubject(exchange), service.maxDuration);
  const { definition, selector, cost, retry } = limit;
  const partition = partitionOf(selector, exchange);
  const units = cost === 'bytes' ? declaredBytes(exchange) : cost;
  const request = { definition, partition, units, retry };
  return service.labs.begin(limitLogic, key, exchange, request, async (attempt) => {
    if (attempt.result) return respond(attempt.result, limit, plan, exchange, service);
    const read = { ...request, units: await countBytes(exchange, service) };
    const result = await attempt.decide(read);
    if (result) await respond(result, limit, afterBody(plan), exchange, service);
  });
}

function respond(
  result: LimitResult,
  { definition, formats, rejection }: ParsedLimit,
  plan: ResponsePlan,
  exchange: Exchange,
  service: LabContext,
): void | Promise<void> {
  const { states, announced, now, partition } = result;
  const fields = limitFields(formats, { definition, states, partition, now });
  if (!announced) return sendPlan(plan, exchange, service, exposed(fields, exchange));
  if (rejection === 'close') return sendPlan(closePlan(service), exchange, service);
  const content = JSON.stringify(buildProblem(rejection, definition, result));
  exchange.send(
    rejection,
    [['Content-Type', 'application/problem+json'], ...exposed([...fields, ...announced.fields], exchange)],
    content,
  );
}

/** Lets scripts of other origins read the fields, besides those of every response. */
function exposed(fields: readonly Field[], exchange: Exchange): readonly Field[] {
  if (fields.length === 0 || exchange.field('Origin') === undefined) return fields;
  return [...fields, ['Access-Control-Expose-Headers', fields.map(([name]) => name).join(', ')]];
}

/** A response whose connection ends before its first byte. */
function closePlan(service: LabContext): ResponsePlan {
  return composePlan(parseDirectives(decodePairs(composeParameters, [['fault', 'close']])), service);
}

function partitionOf(selector: CallerSelector, exchange: Exchange): string | null {
  const caller = readSelector(selector, exchange);
  return caller === null ? null : computePartition(caller);
}

/** The length of the body, as far as it is known before reading it. */
function declaredBytes({ head }: Exchange): number | undefined {
  if (head.length >= 0) return head.length;
  return hasBody(head) ? undefined : 0;
}

/** Reads the body. */
async function countBytes(exchange: Exchange, { maxBodySize }: LabContext): Promise<number> {
  sendContinue(exchange);
  await skipBody(exchange, maxBodySize);
  return exchange.bytesReceived;
}

const PROBLEM_TYPES = 'https://iana.org/assignments/http-problem-types#';

/** Problem details of the RateLimit draft. */
function buildProblem(status: number, definition: LimitDefinition, { states, wait }: LimitResult) {
  const violated = states.filter(({ isViolated }) => isViolated).map(({ policy }) => policy.name);
  return {
    type: `${PROBLEM_TYPES}${status === 503 ? 'temporary-reduced-capacity' : 'quota-exceeded'}`,
    title: reasonPhrase(status),
    status,
    detail: `The quota of ${definition.unit} is exhausted for ${toSeconds(wait)} s.`,
    'violated-policies': violated,
  };
}
