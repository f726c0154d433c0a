import { isDeepStrictEqual } from 'node:util';
import { HttpError } from '#http/errors/errors.ts';
import { BoundedMap } from '#http/syntax/bounded-map.ts';
import type { SelectorSource } from '#journal/matching/caller-selector.ts';
import { callerOf } from '#journal/matching/callers.ts';
import { own } from '#wire/bytes.ts';
import { isBeforeRequest } from '../../responses/composition/body-phases.ts';
import { formatSegments } from '../../responses/composition/segments.ts';
import type { Attempt } from '../keys/attempt.ts';
import type { Begun, KeyRequest, KeyType, LabValue } from '../keys/key-type.ts';
import type { Definition, Step } from './definition.ts';

/** A request to a sequence. Its path is that behind `end`. */
export interface SequenceRequest extends KeyRequest<Definition>, SelectorSource {
  /** The text of the steps; empty when the path has none. */
  readonly source: string;
  readonly method: string;
}

/** What an attempt at a sequence gets. */
export interface SequenceResult {
  readonly step: Step;
  /** Status of the response that the caller gets again; undefined for a new one. */
  readonly replayed: number | undefined;
  /** Whether the sequence needs a report of the status, because the caller may get the response again. */
  readonly isStored: boolean;
}

/** What the exchange of an attempt has shown. */
export interface SequenceReport {
  /** The status that is chosen for the response. */
  readonly status?: number;
  /** Digest of the body of the request, which a stored response is for; undefined for an empty body. */
  readonly bodyDigest?: string | undefined;
}

/** The keys with sequences. */
export const sequenceKeys: KeyType<SequenceRequest, SequenceResult, SequenceReport> = {
  lab: 'sequence',
  missing: (key) => `No sequence is defined at the key ${key}.`,
  create: (key, definition, { now }) => new Sequence(key, definition, now),
};

/** The step that an attempt gets, with its number from 1. */
export interface NumberedStep {
  readonly number: number;
  readonly step: Step;
}

/** The response that a caller gets again. */
export interface StoredResponse extends NumberedStep {
  readonly status: number;
  /** Digest of the body of the request; undefined for an empty body. */
  readonly bodyDigest: string | undefined;
}

/** How far a caller has come. */
export interface Position {
  /** Index of the step. */
  index: number;
  /** Number of attempts that got the step. */
  served: number;
  /** End of a step with `open`, by the clock of the server. */
  openUntil: number | undefined;
  /** Set for a sequence with `by=idempotency,replay`. */
  stored: StoredResponse | 'running' | undefined;
}

const MAX_CALLERS = 200;

/** Methods of requests that have an effect each time (draft-ietf-httpapi-idempotency-key-header-07 §2). */
const NEEDS_KEY: ReadonlySet<string> = new Set(['POST', 'PATCH']);

/** A sequence of a key: its steps, and how far each caller has come. */
export class Sequence implements LabValue<SequenceRequest, SequenceResult, SequenceReport> {
  readonly definition: Definition;
  readonly #key: string;
  /** The latest text of the definition, which most requests repeat. */
  #source: string | undefined;
  readonly #now: () => number;
  /** In the order of their latest requests. */
  readonly #positions = new BoundedMap<string | null, Position>({ capacity: MAX_CALLERS });

  constructor(key: string, definition: Definition, now: () => number) {
    this.#key = key;
    this.definition = definition;
    this.#now = now;
  }

  check(request: SequenceRequest): void {
    const { source } = request;
    if (source === '' || source === this.#source) return;
    if (!isDeepStrictEqual(request.definition, this.definition))
      throw new HttpError(
        409,
        `The key ${this.#key} has other steps. Delete it first with DELETE /sequence/${this.#key}, or use another key.`,
      );
    this.#source = own(source);
  }

  isOccupied(request: SequenceRequest): boolean {
    const { callers } = this.definition;
    try {
      return callers.isReplayed && this.#positions.get(callerOf(callers, request))?.stored === 'running';
    } catch {
      // The request is rejected for another reason.
      return false;
    }
  }

  begin(attempt: Attempt, request: SequenceRequest): Begun<SequenceResult, SequenceReport> {
    const { callers } = this.definition;
    const named = callerOf(callers, request);
    // Positions and attempts refer to it.
    const caller = named === null ? null : own(named);
    if (callers.isReplayed && caller === null && NEEDS_KEY.has(request.method))
      throw new HttpError(400, `${request.method} requires the header Idempotency-Key in this sequence.`);
    attempt.caller = caller;
    const position = this.position(caller);
    const isStored = callers.isReplayed && caller !== null;
    if (isStored && position.stored) {
      if (position.stored !== 'running') return replay(attempt, position.stored);
      throw new HttpError(409, 'The first request with this Idempotency-Key is still in progress.');
    }
    const taken = this.take(position);
    attempt.step = taken?.number ?? null;
    if (!taken) throw new HttpError(410, `The sequence ${this.#key} has no further step.`);
    const result = { step: taken.step, replayed: undefined, isStored };
    return isStored ? { result, ...store(position, taken, result) } : { result };
  }

  /** The position of a caller, which it may change. At 201 callers, the one without a request for the longest time is forgotten. */
  position(caller: string | null): Position {
    const known = this.#positions.touch(caller);
    if (known) return known;
    const position = createPosition();
    this.#positions.set(caller, position);
    return position;
  }

  /** The step of the next attempt from this position, which moves. Undefined after the last step with `after=gone`. */
  take(position: Position): NumberedStep | undefined {
    const { steps, after } = this.definition;
    let due = this.#due(position);
    if (!due && after === 'first') {
      position.index = 0;
      due = this.#due(position);
    }
    if (due || after === 'gone') return due;
    const last = steps.at(-1);
    return last && { number: steps.length, step: last };
  }

  view() {
    const { steps, after, callers } = this.definition;
    const positions = [...this.#positions].map(([caller, position]) => ({
      caller,
      next: this.#next(position),
    }));
    return {
      steps: steps.length,
      stepDirectives: steps.map(formatStep),
      after,
      by: callers.text,
      next: this.#next(this.#positions.get(null) ?? createPosition()),
      callers: positions.filter(({ caller }) => caller !== null),
    };
  }

  /** The first step from this position that is not over, to which the position moves. */
  #due(position: Position): NumberedStep | undefined {
    const { steps } = this.definition;
    let step = steps[position.index];
    while (step && !this.#isDue(step, position)) {
      moveOn(position);
      step = steps[position.index];
    }
    return step && { number: position.index + 1, step };
  }

  #isDue({ times, open }: Step, position: Position): boolean {
    if (open === undefined) return position.served++ < times;
    const now = this.#now();
    position.openUntil ??= now + open;
    return now < position.openUntil;
  }

  #next(position: Position): number | null {
    return this.take({ ...position })?.number ?? null;
  }
}

/** Repeats a response, if the request has the same body. */
function replay(attempt: Attempt, stored: StoredResponse): Begun<SequenceResult, SequenceReport> {
  attempt.step = stored.number;
  attempt.details = { replayed: true };
  const result = { step: stored.step, replayed: stored.status, isStored: false };
  return {
    result,
    proceed({ bodyDigest }) {
      if (bodyDigest === stored.bodyDigest) return result;
      attempt.step = null;
      attempt.details = undefined;
      throw new HttpError(422, 'This Idempotency-Key was used with another body.');
    },
  };
}

/** Stores a successful response to a complete request for further requests of the caller. */
function store(
  position: Position,
  { number, step }: NumberedStep,
  result: SequenceResult,
): Pick<Begun<SequenceResult, SequenceReport>, 'proceed' | 'ended'> {
  position.stored = 'running';
  let chosen = 0;
  return {
    proceed({ status = 0 }) {
      chosen = status;
      return result;
    },
    ended({ exchange: { bodyDigest, isBodyComplete } }) {
      const isStored = chosen >= 200 && chosen < 300 && isBodyComplete && !isBeforeRequest(step.directives);
      position.stored = isStored ? { number, step, status: chosen, bodyDigest } : undefined;
    },
  };
}

/** The words of a step, as in a path. */
function formatStep({ times, open, directives }: Step): string {
  const own = [
    ...(times === 1 ? [] : [['times', String(times)] as const]),
    ...(open === undefined ? [] : [['open', String(open / 1000)] as const]),
  ];
  return formatSegments([...directives, ...own]).join('/');
}

function createPosition(): Position {
  return { index: 0, served: 0, openUntil: undefined, stored: undefined };
}

function moveOn(position: Position): void {
  position.index++;
  position.served = 0;
  position.openUntil = undefined;
}
