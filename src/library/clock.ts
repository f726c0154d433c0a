import type { Clock } from '../../types/index.ts';
import { parseTimeOption } from '../config/option-value.ts';
import { changeClock } from '../operations/clock.ts';
import type { Runtime } from '../runtime.ts';
import type { OperationCaller } from './caller.ts';

/** The clock of the library. In a server of one process, each change is made before the call returns. */
export function createLibraryClock({ clock }: Pick<Runtime, 'clock'>, caller: OperationCaller): Clock {
  const change = (input: object) => void caller.now(changeClock, input);
  return {
    isFrozen: () => caller.use(clock.isFrozen),
    isMoved: () => caller.use(clock.isMoved),
    freeze: (at) => change({ freeze: at === undefined ? true : toTimestamp(at) }),
    set: (at) => change({ set: toTimestamp(at) }),
    advance: (by) => change({ advance: by }),
    release: () => change({ release: true }),
  };
}

/** The timestamp of a number of milliseconds, a date or text. @throws UsageError */
export function toTimestamp(value: unknown): string {
  return new Date(parseTimeOption(value, 'The time')).toISOString();
}
