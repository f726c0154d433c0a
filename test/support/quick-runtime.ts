import { createRuntime, type Runtime } from '#runtime.ts';

/** A runtime whose limits of connections elapse twenty times as fast. */
export function createQuickRuntime(): Runtime {
  const runtime = createRuntime();
  return {
    ...runtime,
    monotonic: () => runtime.monotonic() * 20,
    after: (milliseconds, action) => runtime.after(milliseconds / 20, action),
  };
}
