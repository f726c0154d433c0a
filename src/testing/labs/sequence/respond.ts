import { type MaybePromise, whenReady } from '#concurrency.ts';
import { readWholeBody } from '#http/message/body/body.ts';
import type { Exchange } from '#http/message/exchange.ts';
import type { Target } from '#http/syntax/target.ts';
import { own } from '#wire/bytes.ts';
import { readsBody } from '../../responses/composition/body-phases.ts';
import type { Limits } from '../../responses/composition/compose-plan.ts';
import { planOf } from '../../responses/composition/composed-response.ts';
import { afterBody, type ResponsePlan } from '../../responses/plan/response-plan.ts';
import { sendPlan } from '../../responses/send/send.ts';
import { chooseStatus } from '../../responses/syntax/status-choice.ts';
import type { LabContext } from '../keys/context.ts';
import type { AttemptInProgress } from '../keys/key-store.ts';
import { type Definition, parseDefinition } from './definition.ts';
import { type SequenceReport, type SequenceRequest, type SequenceResult, sequenceKeys } from './sequence.ts';
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
export function respondToAttempt(key: string, exchange: Exchange, service: LabContext): MaybePromise<void> {
  const { method, rawFields, connectionInfo } = exchange;
  const request = buildSequenceRequest(
    exchange,
    { method, rawFields, connectionId: connectionInfo.id },
    service,
  );
  return whenReady(service.labs.begin(sequenceKeys, key, exchange, request), (attempt) =>
    respond(attempt, exchange, service),
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
  attempt: AttemptInProgress<SequenceResult, SequenceReport>,
  exchange: Exchange,
  service: LabContext,
): Promise<void> {
  const { step, replayed, isStored } = attempt.result;
  if (replayed !== undefined) return replay(attempt, replayed, exchange, service);
  const plan = planOf(step.directives, service, exchange.base);
  const status = chooseStatus(plan.statuses, service.runtime.fraction);
  const chosen: ResponsePlan = { ...plan, statuses: [{ status, weight: 1 }] };
  if (isStored) await attempt.proceed({ status });
  if (readsBody(step.directives)) return sendPlan(chosen, exchange, service);
  const isRead = await readWholeBody(exchange, service.maxUploadSize);
  if (!exchange.signal.aborted) await sendPlan(isRead ? afterBody(chosen) : chosen, exchange, service);
}

/** Sends a stored response again. */
async function replay(
  attempt: AttemptInProgress<SequenceResult, SequenceReport>,
  status: number,
  exchange: Exchange,
  service: LabContext,
): Promise<void> {
  await readWholeBody(exchange, service.maxUploadSize);
  if (exchange.signal.aborted) return;
  const { bodyDigest } = attempt.recording.summarize();
  const { step } = await attempt.proceed({ bodyDigest });
  const directives = step.directives.filter(([name]) => CONTENT_DIRECTIVES.has(name));
  const plan = planOf([['status', String(status)], ...directives], service, exchange.base);
  await sendPlan(afterBody(plan), exchange, service);
}
