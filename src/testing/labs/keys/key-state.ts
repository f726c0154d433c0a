import { HttpError } from '#http/errors/errors.ts';
import type { Decision, EndedAttempt, KeyRequest, LabLogic } from './logic.ts';

/** What a store keeps of a key, besides its attempts: JSON, which each step replaces. */
export interface KeyState {
  /** The state of the lab. */
  readonly lab: unknown;
  /** Number of attempts, and of those whose exchange has ended. */
  readonly count: number;
  readonly ended: number;
  /** Time of the latest attempt, in microseconds of real time; null without one. */
  readonly latest: number | null;
}

/** A request to a key, as data that processes can pass to each other. */
export interface KeyCall {
  readonly key: string;
  readonly request: KeyRequest;
  /** Microseconds of real time, by the clock that the processes of a machine share. */
  readonly at: number;
}

/** The state of a new key. @throws HttpError 404 without a definition */
export function createKey(logic: LabLogic, { key, request }: Pick<KeyCall, 'key' | 'request'>): KeyState {
  const { definition } = request;
  if (definition === undefined || definition === null) throw new HttpError(404, logic.missing(key));
  return { lab: logic.create(definition), count: 0, ended: 0, latest: null };
}

/** The state of a key for a request, which can be the first one. @throws HttpError 404 without a key, 409 for another definition */
export function acceptRequest(
  logic: LabLogic,
  before: KeyState | undefined,
  call: Pick<KeyCall, 'key' | 'request'>,
): KeyState {
  const state = before ?? createKey(logic, call);
  return { ...state, lab: logic.accept(state.lab, call.request, call.key) };
}

export interface BegunAttempt {
  readonly after: KeyState;
  readonly n: number;
  /** Microseconds since the previous attempt, in real time; null for the first. */
  readonly gap: number | null;
  readonly decision: Decision;
}

/** Decides on a request, which becomes the next attempt. @throws HttpError as `acceptRequest`, for a request that does not count */
export function beginAttempt(
  logic: LabLogic,
  before: KeyState | undefined,
  call: KeyCall,
  now: number,
): BegunAttempt {
  const { lab, count, ended, latest } = acceptRequest(logic, before, call);
  const { key, request, at } = call;
  const n = count + 1;
  const decision = logic.decide(lab, request, { key, n, now });
  return {
    after: { lab: decision.state, count: n, ended, latest: Math.max(at, latest ?? 0) },
    n,
    // A worker can be faster than another one that has read an earlier request.
    gap: latest === null ? null : Math.max(0, at - latest),
    decision,
  };
}

/** The state after the end of an attempt. */
export function endAttempt(logic: LabLogic, before: KeyState, attempt: EndedAttempt): KeyState {
  return { ...before, lab: logic.ended(before.lab, attempt), ended: before.ended + 1 };
}
