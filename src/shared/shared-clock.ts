import { type Clock, type ClockState, createClock, type Runtime } from '#runtime.ts';
import type { SharedState } from './shared-state.ts';

/** The clock of all processes of a server. Each process reads its own replica, the clock of its runtime. */
export interface SharedClock {
  /**
   * Changes the clock in all processes. What `action` throws rejects the change, and the clock stays as it is.
   * @returns the state that this change has set.
   */
  change(action: (clock: Clock & Pick<Runtime, 'now'>) => void): Promise<ClockState>;
  state(): ClockState;
  restore(state: ClockState): Promise<void>;
  /** Restores the clock at the start. */
  reset(): Promise<void>;
}

export function createSharedClock(shared: SharedState, { clock }: Pick<Runtime, 'clock'>): SharedClock {
  const value = shared.attach<ClockState>('clock', {
    read: clock.state,
    apply: clock.restore,
    isValid: isClockState,
  });
  return {
    change: (action) =>
      value.update((state) => {
        const changed = createClock(state);
        action(changed);
        return changed.state();
      }),
    state: clock.state,
    async restore(state) {
      await value.update(() => state);
    },
    async reset() {
      await value.reset();
    },
  };
}

function isClockState(value: unknown): value is ClockState {
  if (typeof value !== 'object' || value === null) return false;
  const { frozenAt, offset }: { frozenAt?: unknown; offset?: unknown } = value;
  return (frozenAt === null || isTime(frozenAt)) && isTime(offset);
}

function ignore(): void {}

/** Whether a date can have this number of milliseconds. */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && !Number.isNaN(new Date(value).getTime());
}

/** The runtime of a server: while the clock is frozen, a sleep advances the clock of all processes. */
export function withSharedClock(runtime: Runtime, clock: SharedClock): Runtime {
  return {
    ...runtime,
    sleep(milliseconds, signal) {
      if (signal?.aborted || !runtime.clock.isFrozen()) return runtime.sleep(milliseconds, signal);
      // While the state cannot be changed, the sleep ends without advancing the clock.
      return clock.change((changed) => changed.advance(milliseconds)).then(ignore, ignore);
    },
  };
}
