import { HttpError } from '#http/errors/errors.ts';
import type { SelectorSource } from '#journal/matching/caller-selector.ts';
import { callerOf } from '#journal/matching/callers.ts';
import { own } from '#wire/bytes.ts';
import { isBeforeRequest } from '../../responses/composition/body-phases.ts';
import { formatSegments } from '../../responses/composition/segments.ts';
import {
  type Decision,
  type EndedAttempt,
  type KeyRequest,
  type LabLogic,
  toRejection,
} from '../keys/logic.ts';
import type { Definition, Step } from './definition.ts';

/** The state of a key: its steps, and how far each caller has come. */
export interface SequenceState {
  readonly definition: Definition;
  /** The latest text of the definition, which most requests repeat. */
  readonly source: string;
  /** In the order of their latest requests. */
  readonly callers: readonly Caller[];
}

/** How far a caller has come. */
export interface Caller {
  /** Null for requests that nothing distinguishes. */
  readonly name: string | null;
  /** Index of the step. */
  readonly index: number;
  /** Number of attempts that got the step. */
  readonly served: number;
  /** End of a step with `open`, by the clock of the server; null before its first attempt. */
  readonly openUntil: number | null;
  /** With `by=idempotency,replay`: the first request while it is in progress, and then its response, if it is sent again. */
  readonly first: FirstRequest | StoredResponse | null;
}

export interface FirstRequest {
  /** Number of its attempt. */
  readonly attempt: number;
  /** Number of its step. */
  readonly step: number;
}

export interface StoredResponse {
  readonly step: number;
  readonly status: number;
  /** Digest of the body of the request; null for an empty body. */
  readonly bodyDigest: string | null;
}

/** A request to a sequence. Its path is that behind `end`. */
export interface SequenceRequest extends KeyRequest<Definition>, SelectorSource {
  /** The text of the steps; empty when the path has none. */
  readonly source: string;
  readonly method: string;
  /** Digest of the body; null for an empty one, and undefined until it has been read. */
  readonly bodyDigest?: string | null;
}

/** What an attempt at a sequence gets. */
export interface SequenceResult {
  readonly step: Step;
  /** Status of the response that is sent again, after a second decision by the body; null for a new response. */
  readonly replayed: number | null;
}

type SequenceDecision = Decision<SequenceState, SequenceResult>;

const MAX_CALLERS = 200;

/** Methods of requests that have an effect each time (draft-ietf-httpapi-idempotency-key-header-07 §2). */
const NEEDS_KEY: ReadonlySet<string> = new Set(['POST', 'PATCH']);

/** The keys with sequences. */
export const sequenceLogic: LabLogic<SequenceState, SequenceRequest, SequenceResult> = {
  lab: 'sequence',
  missing: (key) => `No sequence is defined at the key ${key}.`,
  create: (definition) => ({ definition, source: '', callers: [] }),

  accept(state, request, key) {
    const { source } = request;
    if (source === '' || source === state.source) return state;
    if (JSON.stringify(request.definition) === JSON.stringify(state.definition))
      return { ...state, source: own(source) };
    throw new HttpError(
      409,
      `The key ${key} has other steps. Delete it first with DELETE /sequence/${key}, or use another key.`,
    );
  },

  decide(state, request, { key, n, now }) {
    const { definition } = state;
    const { isReplayed } = definition.callers;
    const name = readCaller(definition, request);
    if (name instanceof HttpError)
      return { state, outcome: { step: null, caller: null }, rejection: toRejection(name) };
    if (isReplayed && name === null && NEEDS_KEY.has(request.method))
      return reject(
        state,
        null,
        400,
        `${request.method} requires the header Idempotency-Key in this sequence.`,
      );
    const caller = state.callers.find((each) => each.name === name) ?? newCaller(name);
    if (caller.first) return repeat(withCaller(state, caller), caller.first, name, request);
    const { caller: moved, number } = takeStep(caller, definition, now);
    if (number === 0)
      return reject(withCaller(state, moved), name, 410, `The sequence ${key} has no further step.`);
    const first = isReplayed && name !== null ? { attempt: n, step: number } : null;
    return {
      state: withCaller(state, { ...moved, first }),
      outcome: { step: number, caller: name },
      result: { step: stepOf(definition, number), replayed: null },
    };
  },

  ended(state, attempt) {
    if (!state.definition.callers.isReplayed) return state;
    const callers = state.callers.map((caller) => {
      const { first } = caller;
      if (!first || !('attempt' in first) || first.attempt !== attempt.n) return caller;
      return { ...caller, first: storeResponse(state.definition, first.step, attempt) };
    });
    return { ...state, callers };
  },

  view({ definition, callers }, now) {
    const { steps, after, callers: rule } = definition;
    const next = (caller: Caller) => takeStep(caller, definition, now).number || null;
    return {
      steps: steps.length,
      stepDirectives: steps.map(formatStep),
      after,
      by: rule.text,
      next: next(callers.find(({ name }) => name === null) ?? newCaller(null)),
      callers: callers.flatMap((caller) =>
        caller.name === null ? [] : [{ caller: caller.name, next: next(caller) }],
      ),
    };
  },
};

/** The caller of a request, or the error of an invalid one. */
function readCaller({ callers }: Definition, request: SequenceRequest): string | null | HttpError {
  try {
    const name = callerOf(callers, request);
    return name === null ? null : own(name);
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
}

/** The state with this caller as the latest one. At 201 callers, the one without a request for the longest time is forgotten. */
function withCaller(state: SequenceState, caller: Caller): SequenceState {
  const others = state.callers.filter(({ name }) => name !== caller.name);
  return { ...state, callers: [...others, caller].slice(-MAX_CALLERS) };
}

/** The number of the step of the next attempt of a caller, who moves to it; 0 after the last step with `after=gone`. */
function takeStep(
  caller: Caller,
  { steps, after }: Definition,
  now: number,
): { readonly caller: Caller; readonly number: number } {
  const due = moveToDueStep(caller, steps, now);
  const moved =
    due.index < steps.length || after !== 'first' ? due : moveToDueStep({ ...due, index: 0 }, steps, now);
  if (moved.index < steps.length) return { caller: moved, number: moved.index + 1 };
  return { caller: moved, number: after === 'gone' ? 0 : steps.length };
}

/** Moves a caller to the first step that is not over, or behind the last one. */
function moveToDueStep(caller: Caller, steps: readonly Step[], now: number): Caller {
  let moved = caller;
  for (let step = steps[moved.index]; step; step = steps[moved.index]) {
    const { times, open } = step;
    if (open === undefined) {
      if (moved.served < times) return { ...moved, served: moved.served + 1 };
    } else {
      const openUntil = moved.openUntil ?? now + open;
      if (now < openUntil) return { ...moved, openUntil };
    }
    moved = { ...moved, index: moved.index + 1, served: 0, openUntil: null };
  }
  return moved;
}

/** Sends the response to the first request of the caller again, if the request has the same body. */
function repeat(
  state: SequenceState,
  first: FirstRequest | StoredResponse,
  caller: string | null,
  { bodyDigest }: SequenceRequest,
): SequenceDecision {
  if ('attempt' in first) {
    const message = 'The first request with this Idempotency-Key is still in progress.';
    return { ...reject(state, caller, 409, message), isOccupied: true };
  }
  if (bodyDigest !== undefined && bodyDigest !== first.bodyDigest)
    return reject(state, caller, 422, 'This Idempotency-Key was used with another body.');
  return {
    state,
    outcome: { step: first.step, caller, details: { replayed: true } },
    result: { step: stepOf(state.definition, first.step), replayed: first.status },
  };
}

/** The response to the first request of a caller, if it is successful and the request was complete. */
function storeResponse(
  definition: Definition,
  step: number,
  { exchange, chosenStatus: status }: EndedAttempt,
): StoredResponse | null {
  const { directives } = stepOf(definition, step);
  const isStored = status >= 200 && status < 300 && exchange.isBodyComplete && !isBeforeRequest(directives);
  return isStored ? { step, status, bodyDigest: exchange.bodyDigest ?? null } : null;
}

function reject(
  state: SequenceState,
  caller: string | null,
  status: number,
  message: string,
): SequenceDecision {
  const outcome = { step: null, caller };
  return { state, outcome, rejection: { status, message, problems: [] } };
}

/** @param number from 1 */
function stepOf({ steps }: Definition, number: number): Step {
  const step = steps[number - 1];
  if (!step) throw new Error(`The sequence has no step ${number}`);
  return step;
}

/** The directives of a step, as in a path. */
function formatStep({ times, open, directives }: Step): string {
  const own = [
    ...(times === 1 ? [] : [['times', String(times)] as const]),
    ...(open === undefined ? [] : [['open', String(open / 1000)] as const]),
  ];
  return formatSegments([...directives, ...own]).join('/');
}

function newCaller(name: string | null): Caller {
  return { name, index: 0, served: 0, openUntil: null, first: null };
}
