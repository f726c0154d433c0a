import type { ExchangeRecorder } from '#http/message/exchange-recorder.ts';
import { createRuntime, type Runtime } from '#runtime.ts';

/** A timer that runs only when a test calls its action. */
export interface ManualTimer {
  readonly milliseconds: number;
  readonly run: () => void;
  isCancelled: boolean;
}

/** A runtime whose timers a test runs, and whose waits end at once. */
export function createManualRuntime(): { runtime: Runtime; timers: ManualTimer[]; waits: number[] } {
  const timers: ManualTimer[] = [];
  const waits: number[] = [];
  const real = createRuntime();
  const runtime: Runtime = {
    ...real,
    after(milliseconds, run) {
      const timer = { milliseconds, run, isCancelled: false };
      timers.push(timer);
      return () => {
        timer.isCancelled = true;
      };
    },
    async wait(milliseconds) {
      waits.push(milliseconds);
      await real.nextIteration();
    },
  };
  return { runtime, timers, waits };
}

/** Adds the heads that are written to a hijacked connection to the events. */
export function recordEndings(events: string[]): ExchangeRecorder {
  return {
    id: 0,
    informational() {},
    head() {},
    content() {},
    trailers() {},
    rawHead: (text) => void events.push(text),
    fault() {},
    ended() {},
  };
}
