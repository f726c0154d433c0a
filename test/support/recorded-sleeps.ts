import { createRuntime, type Runtime, type RuntimeOptions } from '#runtime.ts';

/**
 * A runtime with a clock that is frozen at 0, and the milliseconds of each sleep. A sleep of the server advances the
 * frozen clock: it restores a later state.
 */
export function recordSleeps(options: RuntimeOptions = {}): { runtime: Runtime; sleeps: number[] } {
  const runtime = createRuntime({ now: 0, ...options });
  const sleeps: number[] = [];
  const clock: Runtime['clock'] = {
    ...runtime.clock,
    restore(state) {
      if (state.frozenAt !== null) sleeps.push(state.frozenAt - runtime.now());
      runtime.clock.restore(state);
    },
  };
  return { runtime: { ...runtime, clock }, sleeps };
}
