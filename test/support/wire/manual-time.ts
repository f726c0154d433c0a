import { createRuntime, type Runtime } from '#runtime.ts';

interface Timer {
  readonly at: number;
  readonly action: () => void;
}

export interface ManualTime {
  /** Its timers and waits end when their time has passed. */
  readonly runtime: Runtime;
  /** Lets time pass, and runs what is due, in its order. */
  pass(milliseconds: number): void;
}

/** A monotonic time that a test controls, for limits that must be met exactly. */
export function createManualTime(): ManualTime {
  let now = 1000;
  const timers = new Set<Timer>();
  const after = (milliseconds: number, action: () => void) => {
    const timer = { at: now + milliseconds, action };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  const runtime: Runtime = {
    ...createRuntime(),
    monotonic: () => now,
    after,
    wait: (milliseconds) => new Promise((resolve) => after(milliseconds, resolve)),
  };
  return {
    runtime,
    pass(milliseconds) {
      const end = now + milliseconds;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        timers.delete(next);
        now = next.at;
        next.action();
      }
      now = end;
    },
  };
}
