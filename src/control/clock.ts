import { type Static, Type } from 'typebox';
import { longDuration } from '../config/value-types.ts';
import { parseTimestamp, timestampExpectation } from '../http/timestamp.ts';
import type { Clock, Runtime } from '../runtime.ts';

const Timestamp = (description: string) => Type.String({ maxLength: 40, description });

/** The state of the clock. */
export const ClockView = Type.Object({
  now: Type.String({ format: 'date-time' }),
  mode: Type.Union([Type.Literal('running'), Type.Literal('frozen')]),
});

export function toClockView({ now, clock }: Pick<Runtime, 'now' | 'clock'>): Static<typeof ClockView> {
  return { now: new Date(now()).toISOString(), mode: clock.isFrozen() ? 'frozen' : 'running' };
}

/** An operation on the clock. */
export const ClockChange = Type.Object(
  {
    freeze: Type.Optional(
      Type.Union([Type.Literal(true), Type.String({ maxLength: 40 })], {
        description:
          'Freezes the clock at this timestamp, such as 2020-11-13T16:00:00Z, or with true at the current time.',
      }),
    ),
    set: Type.Optional(Timestamp('Sets the clock to this time; it keeps running.')),
    advance: Type.Optional(
      Type.Union([Type.Number({ minimum: 0 }), Type.String({ maxLength: 40 })], {
        description: 'Advances the clock by seconds, or by a duration such as 90s, 15m or 30d.',
      }),
    ),
    release: Type.Optional(
      Type.Literal(true, { description: 'Releases the clock to the time of the machine.' }),
    ),
  },
  { additionalProperties: false },
);

export type ClockChange = Static<typeof ClockChange>;

/** Applies the operation. Returns a sentence with the reason if it is invalid; then the clock is unchanged. */
export function changeClock(clock: Clock & Pick<Runtime, 'now'>, change: ClockChange): string | undefined {
  const names = Object.keys(change);
  if (names.length !== 1) return 'The body must have one of freeze, set, advance and release.';
  if (change.release) clock.release();
  else if (change.freeze === true) clock.freeze();
  else {
    const at = toTarget(change, clock.now());
    if (typeof at === 'string') return at;
    const problem = clockProblem(at);
    if (problem !== undefined) return problem;
    if (change.freeze !== undefined) clock.freeze(at);
    else if (change.set !== undefined) clock.set(at);
    else clock.advance(at - clock.now());
  }
  return undefined;
}

/** The reason why the clock cannot have this time; undefined if it can. */
export function clockProblem(at: number): string | undefined {
  return at < EARLIEST || at >= LATEST ? 'The clock must stay between the years 1970 and 9899.' : undefined;
}

/** The time that the clock is set to, or the reason why the operation is invalid. */
function toTarget({ freeze, set, advance }: ClockChange, now: number): number | string {
  if (advance !== undefined) {
    const length = longDuration.read(String(advance));
    return length === undefined ? `advance must be ${longDuration.expects}.` : now + length;
  }
  const [name, given] = set === undefined ? ['freeze', freeze] : ['set', set];
  return parseTimestamp(String(given)) ?? `${name} must be ${timestampExpectation}.`;
}

// Time steps of one-time passwords cannot be negative, and the years of later expiry times must have four digits.
const EARLIEST = Date.UTC(1970, 0);
const LATEST = Date.UTC(9900, 0);
