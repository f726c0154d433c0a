import { isDeepStrictEqual } from 'node:util';
import { readWholeBody } from '../../http/message/body.ts';
import { HttpError } from '../../http/message/errors.ts';
import type { Exchange } from '../../http/message/exchange.ts';
import type { DirectivePairs } from '../../responses/composition/directives.ts';
import type { Limits } from '../../responses/composition/to-plan.ts';
import type { ResponsePlan } from '../../responses/plan/response-plan.ts';
import { sendPlan } from '../../responses/send/send.ts';
import { chooseStatus } from '../../responses/syntax/status-choice.ts';
import type { Attempt, AttemptFacts } from '../keys/attempt.ts';
import type { LabContext } from '../keys/context.ts';
import type { LabKey, LabValue } from '../keys/keyed-state.ts';
import { callerOf } from './callers.ts';
import { planOf, toDefinition } from './definition.ts';
import { type NumberedStep, type Position, Sequence, type StoredAnswer } from './sequence.ts';
import { parseUrlForm, readUrlForm } from './url-form.ts';

/** Directives that describe a response, and not how it is sent: what a stored answer has. */
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

/** Answers an attempt at a key. The attempt is counted before the first asynchronous step. */
export function answerAttempt(key: string, exchange: Exchange, service: LabContext): Promise<void> {
  const { source, rest } = readUrlForm(exchange);
  const opened = openSequence(key, source, service);
  const { definition } = opened.value;
  const connection = exchange.connectionInfo.id;
  const begin = (facts: AttemptFacts) => service.labs.begin(opened, exchange, facts);
  const caller = rejectAfter(begin, () => callerOf(definition.callers, { exchange, path: rest, connection }));
  if (definition.callers.isReplayed && caller === null && NEEDS_KEY.has(exchange.method)) {
    begin({ step: null });
    throw new HttpError(400, `${exchange.method} requires the header Idempotency-Key in this sequence.`);
  }
  const position = opened.value.position(caller);
  const isReplayed = definition.callers.isReplayed && caller !== null;
  if (isReplayed && position.stored !== undefined)
    return replay(position.stored, caller, begin, exchange, service);

  const taken = opened.value.take(position);
  const attempt = begin({ step: taken?.number ?? null, caller });
  if (!taken) throw new HttpError(410, `The sequence ${key} has no further step.`);
  if (isReplayed) position.stored = 'running';
  return answerStep(taken, attempt, isReplayed ? position : undefined, exchange, service);
}

/** Methods of requests that have an effect each time (draft-ietf-httpapi-idempotency-key-header-07 §2). */
const NEEDS_KEY: ReadonlySet<string> = new Set(['POST', 'PATCH']);

function openSequence(key: string, source: string, service: LabContext): LabKey<Sequence> {
  checkSource(key, source, service.labs.state.find('sequence', key)?.value, service);
  return service.labs.state.open('sequence', key, Sequence, () => {
    const definition = toDefinition(parseUrlForm(source), service);
    return new Sequence(definition, source, service.runtime.now);
  });
}

/** @throws HttpError 409 when the path has other steps than the key, 404 when neither has steps. */
export function checkSource(key: string, source: string, known: LabValue | undefined, limits: Limits): void {
  if (known instanceof Sequence) rejectOther(known, source, key, limits);
  else if (source === '') throw new HttpError(404, `No sequence is defined at the key ${key}.`);
}

function rejectOther(known: Sequence, source: string, key: string, limits: Limits): void {
  if (source === '' || source === known.source) return;
  if (isDeepStrictEqual(toDefinition(parseUrlForm(source), limits), known.definition)) return;
  throw new HttpError(
    409,
    `The key ${key} has other steps. Delete it first with DELETE /sequence/${key}, or use another key.`,
  );
}

/** Records the attempt of a request that is rejected. */
function rejectAfter<Result>(begin: (facts: { step: null }) => Attempt, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    begin({ step: null });
    throw error;
  }
}

async function answerStep(
  { number, step }: NumberedStep,
  attempt: Attempt,
  position: Position | undefined,
  exchange: Exchange,
  service: LabContext,
): Promise<void> {
  const plan = planOf(step.directives, service);
  const status = chooseStatus(plan.statuses, service.runtime.fraction);
  const chosen: ResponsePlan = { ...plan, statuses: [{ status, weight: 1 }] };
  if (position) {
    exchange.reply.once('close', () => {
      const { bodyDigest, isBodyComplete } = attempt.exchange;
      const isStored = status >= 200 && status < 300 && isBodyComplete && !isBeforeRequest(step.directives);
      position.stored = isStored ? { number, step, status, bodyDigest } : undefined;
    });
  }
  if (readsBody(step.directives)) return sendPlan(chosen, exchange, service);
  const isRead = await readWholeBody(exchange, service.maxUploadSize);
  if (!exchange.signal.aborted)
    await sendPlan(isRead ? withoutExpectation(chosen) : chosen, exchange, service);
}

async function replay(
  stored: StoredAnswer | 'running',
  caller: string,
  begin: (facts: AttemptFacts) => Attempt,
  exchange: Exchange,
  service: LabContext,
): Promise<void> {
  if (stored === 'running') {
    begin({ step: null, caller });
    throw new HttpError(409, 'The first request with this Idempotency-Key is still in progress.');
  }
  const attempt = begin({ step: stored.number, caller, details: { replayed: true } });
  await readWholeBody(exchange, service.maxUploadSize);
  if (exchange.signal.aborted) return;
  if (attempt.exchange.bodyDigest !== stored.bodyDigest) {
    attempt.step = null;
    attempt.details = undefined;
    throw new HttpError(422, 'This Idempotency-Key was used with another body.');
  }
  const directives = stored.step.directives.filter(([name]) => CONTENT_DIRECTIVES.has(name));
  const plan = planOf([['status', String(stored.status)], ...directives], service);
  await sendPlan(withoutExpectation(plan), exchange, service);
}

/** For a request whose body has been read: the response needs no 100 (Continue). */
function withoutExpectation(plan: ResponsePlan): ResponsePlan {
  const [{ status } = { status: 200 }] = plan.statuses;
  return { ...plan, expectation: { kind: 'final', status } };
}

/** Whether the directives say how the body of the request is read. */
function readsBody(directives: DirectivePairs): boolean {
  return directives.some(([name]) => name === 'expect') || isBeforeRequest(directives);
}

/** Whether a fault comes before the end of the request. */
function isBeforeRequest(directives: DirectivePairs): boolean {
  return directives.some(([name, value]) => name === 'fault' && value.includes('@request'));
}
