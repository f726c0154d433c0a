import { BoundedMap } from '../../http/syntax/bounded-map.ts';
import { toSegments } from '../../responses/composition/segments.ts';
import type { LabValue } from '../keys/keyed-state.ts';
import type { Definition, Step } from './definition.ts';

/** The step that an attempt gets, with its number from 1. */
export interface NumberedStep {
  readonly number: number;
  readonly step: Step;
}

/** The answer that a caller gets again. */
export interface StoredAnswer extends NumberedStep {
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
  /** Of a sequence with `by=idempotency,replay`. */
  stored: StoredAnswer | 'running' | undefined;
}

const MAX_CALLERS = 200;

/** A sequence of a key: its steps, and how far each caller has come. */
export class Sequence implements LabValue {
  readonly definition: Definition;
  /** The text that the definition was made from, which most requests repeat. */
  readonly source: string;
  readonly #now: () => number;
  /** In the order of their latest requests. */
  readonly #positions = new BoundedMap<string | null, Position>({ capacity: MAX_CALLERS });

  constructor(definition: Definition, source: string, now: () => number) {
    this.definition = definition;
    this.source = source;
    this.#now = now;
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
    // A sequence starts again at most once for an attempt: the time of each of its steps could be over at once.
    for (let starts = after === 'first' ? 2 : 1; starts > 0; starts--) {
      if (position.index >= steps.length && after === 'first') position.index = 0;
      for (; position.index < steps.length; moveOn(position)) {
        const step = steps[position.index];
        if (step && this.#isDue(step, position)) return { number: position.index + 1, step };
      }
    }
    if (after === 'gone') return undefined;
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
      stepDirectives: steps.map(toText),
      after,
      by: callers.text,
      next: this.#next(this.#positions.get(null) ?? createPosition()),
      callers: positions.filter(({ caller }) => caller !== null),
    };
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

/** The words of a step, as in a path. */
function toText({ times, open, directives }: Step): string {
  const own = [
    ...(times === 1 ? [] : [['times', String(times)] as const]),
    ...(open === undefined ? [] : [['open', String(open / 1000)] as const]),
  ];
  return toSegments([...directives, ...own]).join('/');
}

function createPosition(): Position {
  return { index: 0, served: 0, openUntil: undefined, stored: undefined };
}

function moveOn(position: Position): void {
  position.index++;
  position.served = 0;
  position.openUntil = undefined;
}
