import { readWholeBody } from '#http/message/body/body.ts';
import type { Exchange } from '#http/message/exchange.ts';
import type { Target } from '#http/syntax/target.ts';
import { own } from '#wire/bytes.ts';
import { readsBody } from '../../responses/composition/body-phases.ts';
import type { Limits } from '../../responses/composition/compose-plan.ts';
import { planOf } from '../../responses/composition/composed-response.ts';
import type { DirectivePairs } from '../../responses/composition/directives.ts';
import { afterBody, type ResponsePlan } from '../../responses/plan/response-plan.ts';
import { sendPlan } from '../../responses/send/send.ts';
import { chooseStatus } from '../../responses/syntax/status-choice.ts';
import type { LabExchange } from '../keys/attempt-in-progress.ts';
import type { LabContext } from '../keys/context.ts';
import { type Definition, parseDefinition } from './definition.ts';
import { type SequenceRequest, type SequenceResult, sequenceLogic } from './sequence.ts';
import { parseUrlForm, readUrlForm } from './url-form.ts';

/** Directives that describe a response, and not how it is sent: what a stored response has. */
const CONTENT_DIRECTIVES: ReadonlySet<string> = new Set([
  'header',
  'cookie',
  'redirect',
  'body',
  'json',
  'base64',
  'bytes',
  'type',
  'charset',
  'coding',
  'trailer',
]);

/** Responds to an attempt at a key. The attempt is counted before the first asynchronous step. */
export function respondToAttempt(key: string, exchange: Exchange, service: LabContext): void | Promise<void> {
  const { method, rawFields, connectionInfo } = exchange;
  const caller = { method, rawFields, connectionId: connectionInfo.id };
  const request = buildSequenceRequest(exchange, caller, service);
  return service.labs.begin(sequenceLogic, key, exchange, request, (attempt) =>
    respond(attempt, request, exchange, service),
  );
}

/** The request to the key of a target. */
export function buildSequenceRequest(
  target: Pick<Target, 'path' | 'query'>,
  caller: Pick<SequenceRequest, 'method' | 'rawFields' | 'connectionId'>,
  limits: Limits,
): SequenceRequest {
  const { source, rest } = readUrlForm(target);
  let definition: Definition | undefined;
  return {
    ...caller,
    source,
    path: rest,
    /** Most requests repeat the text of the key, which is then not parsed. @throws HttpError 400 */
    get definition() {
      if (source !== '') definition ??= parseDefinition(parseUrlForm(own(source)), limits);
      return definition;
    },
  };
}

async function respond(
  attempt: LabExchange<SequenceRequest, SequenceResult>,
  request: SequenceRequest,
  exchange: Exchange,
  service: LabContext,
): Promise<void> {
  let { result } = attempt;
  if (result.replayed !== null) {
    await readWholeBody(exchange, service.maxUploadSize);
    if (exchange.signal.aborted) return;
    result = await attempt.decide({ ...request, bodyDigest: attempt.summarize().bodyDigest ?? null });
    if (result.replayed !== null) return replay(result.step.directives, result.replayed, exchange, service);
  }
  const { directives } = result.step;
  const plan = planOf(directives, service, exchange.base);
  const status = chooseStatus(plan.statuses, service.runtime.fraction);
  const chosen: ResponsePlan = { ...plan, statuses: [{ status, weight: 1 }] };
  attempt.chosenStatus = status;
  if (readsBody(directives)) return sendPlan(chosen, exchange, service);
  const isRead = await readWholeBody(exchange, service.maxUploadSize);
  if (!exchange.signal.aborted) await sendPlan(isRead ? afterBody(chosen) : chosen, exchange, service);
}

/** Sends a stored response again. */
function replay(
  directives: DirectivePairs,
  status: number,
  exchange: Exchange,
  service: LabContext,
): Promise<void> {
  const content = directives.filter(([name]) => CONTENT_DIRECTIVES.has(name));
  const plan = planOf([['status', String(status)], ...content], service, exchange.base);
  return sendPlan(afterBody(plan), exchange, service);
}
