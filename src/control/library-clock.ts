import type { Clock as LibraryClock } from '../../types/index.ts';
import { parseDurationOption, parseTimeOption, toShown } from '../config/option-value.ts';
import { UsageError } from '../config/usage-error.ts';
import { longDuration } from '../config/value-types.ts';
import type { Runtime } from '../runtime.ts';
import { clockProblem } from './clock.ts';

/** The clock of the library: takes numbers, text and dates. `use` runs an action unless the server is closed. */
export function createLibraryClock(
  { clock, now }: Pick<Runtime, 'clock' | 'now'>,
  use: <Result>(action: () => Result) => Result,
): LibraryClock {
  return {
    isFrozen: () => use(clock.isFrozen),
    isMoved: () => use(clock.isMoved),
    freeze: (at) => use(() => clock.freeze(at === undefined ? undefined : toClockTime(at))),
    set: (at) => use(() => clock.set(toClockTime(at))),
    advance: (by) => use(() => advance({ clock, now }, toDuration(by))),
    release: () => use(clock.release),
  };
}

function advance({ clock, now }: Pick<Runtime, 'clock' | 'now'>, milliseconds: number): void {
  checkRange(now() + milliseconds);
  clock.advance(milliseconds);
}

function toClockTime(value: unknown): number {
  const at = parseTimeOption(value, 'The time');
  checkRange(at);
  return at;
}

function checkRange(at: number): void {
  const problem = clockProblem(at);
  if (problem !== undefined) throw new UsageError(problem);
}

function toDuration(value: unknown): number {
  const milliseconds = parseDurationOption(value, longDuration);
  if (milliseconds !== undefined) return milliseconds;
  throw new UsageError(
    `The duration must be a number of seconds, or a text such as 90s, 1h30m or 30d, not ${toShown(value)}.`,
  );
}
