import { type Static, Type } from 'typebox';
import { quote, UsageError } from '#config/usage-error.ts';
import { Duration, parseMilliseconds } from '#config/values/duration.ts';
import { longDuration } from '#config/values/value-types.ts';
import { didYouMean } from '#http/syntax/closest-match.ts';
import { parseTimestamp, timestampExpectation } from '#http/syntax/timestamp.ts';
import { type Clock, type ClockState, createClock, type Runtime } from '#runtime.ts';
import { inputOf, NO_INPUT, operation } from '../declaration/operation.ts';
import { OperationError } from '../state/errors.ts';

const Timestamp = (description: string) => Type.String({ maxLength: 40, description });

/** The state of the clock. */
export const ClockView = Type.Object({
  now: Type.String({ format: 'date-time' }),
  mode: Type.Union([Type.Literal('running'), Type.Literal('frozen')]),
});

/** A change of the clock: one of the members. */
const ClockChange = inputOf({
  freeze: Type.Optional(
    Type.Union([Type.Literal(true), Type.String({ maxLength: 40 })], {
      description:
        'Freezes the clock at this timestamp, such as 2020-11-13T16:00:00Z, or with true at the current time.',
    }),
  ),
  set: Type.Optional(Timestamp('Sets the clock to this time; it keeps running.')),
  advance: Type.Optional(
    Duration({ description: 'Advances the clock by seconds, or by a duration such as 90s, 15m or 30d.' }),
  ),
  release: Type.Optional(
    Type.Literal(true, { description: 'Releases the clock to the time of the machine.' }),
  ),
});

type ClockChange = Static<typeof ClockChange>;

export const readClock = operation({
  name: 'clock.read',
  summary: 'Returns the time of the server.',
  input: NO_INPUT,
  output: ClockView,
  http: {
    route: 'GET /_sparring/clock',
    tag: 'Time',
    examples: [{ path: '/_sparring/clock', status: 200 }],
  },
  run: (_input, { clock }) => toClockView(clock.state()),
});

export const changeClock = operation({
  name: 'clock.change',
  summary: 'Freezes, sets, advances or releases the clock of the server.',
  input: ClockChange,
  output: ClockView,
  http: {
    route: 'PUT /_sparring/clock',
    tag: 'Time',
    description:
      'Timestamps, expiry, one-time passwords, lockouts and the lifecycle use this clock. While it is frozen, a delay advances it and ends at once.',
    examples: [
      {
        title: 'Freeze at a time',
        path: '/_sparring/clock',
        body: '{"freeze":"2020-11-13T15:59:59Z"}',
        status: 200,
      },
      { title: 'Advance', path: '/_sparring/clock', body: '{"advance":"1h30m"}', status: 200 },
      {
        title: 'Return to the time of the machine',
        path: '/_sparring/clock',
        body: '{"release":true}',
        status: 200,
      },
      { title: 'A member that is misspelt', path: '/_sparring/clock', body: '{"frieze":true}', status: 422 },
    ],
  },
  command: {
    usage: 'clock [ACTION] [TIME]',
    description:
      'Prints or changes the clock of a running server. ACTION is freeze [TIME], set TIME, advance DURATION or release.',
    noun: 'a time',
    withoutArguments: readClock,
    input: (action, time) => (action === undefined ? {} : parseChange(action, time)),
    print: ({ now, mode }) => `${now}  ${mode}`,
  },
  run(change, { clock }) {
    // Before the change, so that the library throws at once.
    apply(change, createClock(clock.state()));
    return clock.change((changed) => apply(change, changed)).then(toClockView);
  },
});

export function toClockView(state: ClockState): Static<typeof ClockView> {
  const clock = createClock(state);
  return { now: new Date(clock.now()).toISOString(), mode: clock.isFrozen() ? 'frozen' : 'running' };
}

/** @throws OperationError for an invalid change; then the clock is unchanged. */
function apply(change: ClockChange, clock: Clock & Pick<Runtime, 'now'>): void {
  if (Object.keys(change).length !== 1)
    throw invalid('The body must have one of freeze, set, advance and release.');
  if (change.release) clock.release();
  else if (change.freeze === true) clock.freeze();
  else {
    const at = computeTarget(change, clock.now());
    if (at < EARLIEST || at >= LATEST) throw invalid('The clock must stay between the years 1970 and 9899.');
    if (change.freeze !== undefined) clock.freeze(at);
    else if (change.set !== undefined) clock.set(at);
    else clock.advance(at - clock.now());
  }
}

/** The time that the clock is set to. */
function computeTarget({ freeze, set, advance }: ClockChange, now: number): number {
  if (advance !== undefined) {
    const length = parseMilliseconds(advance, longDuration);
    if (length === undefined) throw invalid(`advance must be ${longDuration.expects}.`);
    return now + length;
  }
  const [name, text] = set === undefined ? ['freeze', freeze] : ['set', set];
  const at = parseTimestamp(String(text));
  if (at === undefined) throw invalid(`${name} must be ${timestampExpectation}.`);
  return at;
}

const ACTIONS = ['freeze', 'set', 'advance', 'release'];

/** @throws UsageError */
function parseChange(action: string, time: string | undefined): object {
  if (!ACTIONS.includes(action)) {
    throw new UsageError(
      `The clock actions are ${ACTIONS.join(', ')}, not ${quote(action)}${didYouMean(action, ACTIONS)}.`,
    );
  }
  if (time === undefined) {
    if (action === 'freeze' || action === 'release') return { [action]: true };
    throw new UsageError(
      `The action ${action} requires ${action === 'set' ? 'a TIME' : 'a DURATION, such as 15m'}.`,
    );
  }
  if (action === 'release') throw new UsageError('The action release has no TIME.');
  const isFit = action === 'advance' ? longDuration.read(time) : parseTimestamp(time);
  if (isFit === undefined) {
    const expected = action === 'advance' ? longDuration.expects : timestampExpectation;
    throw new UsageError(`The argument of ${action} must be ${expected}, not ${quote(time)}.`);
  }
  return { [action]: time };
}

const invalid = (sentence: string) => new OperationError('invalid', sentence);

// Time steps of one-time passwords cannot be negative, and the years of later expiry times must have four digits.
const EARLIEST = Date.UTC(1970, 0);
const LATEST = Date.UTC(9900, 0);
