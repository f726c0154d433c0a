import { createHook } from 'node:async_hooks';

interface Hook {
  enable(): unknown;
}

/**
 * Node's test runner follows every promise, so that it can name the test of an error that comes outside of any, and that
 * takes a quarter of the processor time of a run. While `act` runs, hooks are enabled without promises. An error that comes
 * after an `await` and outside of its test then has no test, and makes the run red as an error of the run. A version of
 * Node without this member of hooks follows promises as before.
 */
export function withoutPromiseHook(act: () => void): void {
  const prototype: Hook = Object.getPrototypeOf(createHook({}));
  const { enable } = prototype;
  prototype.enable = function (this: Hook) {
    const member = Object.getOwnPropertySymbols(this).find(
      ({ description }) => description === 'kNoPromiseHook',
    );
    if (member !== undefined) Reflect.set(this, member, true);
    return enable.call(this);
  };
  try {
    act();
  } finally {
    prototype.enable = enable;
  }
}
