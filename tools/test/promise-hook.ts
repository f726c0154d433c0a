import { createHook } from 'node:async_hooks';

interface Hook {
  enable(): unknown;
  disable(): unknown;
}

/** Whether Node's test runner follows promises. */
export interface PromiseHook {
  follow(): void;
  leaveOut(): void;
}

/**
 * Node's test runner follows every promise, so that it can name the test of an error that comes outside of any, and find the
 * suite of a test that is registered after an `await`. That takes a quarter of the processor time of a run. Without it, an
 * error that comes after an `await` and outside of its test has no test, and makes the run red as an error of the run.
 * A version of Node without this member of hooks always follows promises.
 * @param begin starts Node's test runner, which enables its hook.
 */
export function controlPromiseHook(begin: () => void): PromiseHook {
  const prototype: Hook = Object.getPrototypeOf(createHook({}));
  const { enable } = prototype;
  const hooks: Hook[] = [];
  prototype.enable = function (this: Hook) {
    hooks.push(this);
    return enable.call(this);
  };
  try {
    begin();
  } finally {
    prototype.enable = enable;
  }

  function set(isLeftOut: boolean): void {
    for (const hook of hooks) {
      const member = Object.getOwnPropertySymbols(hook).find(
        ({ description }) => description === 'kNoPromiseHook',
      );
      if (member === undefined || Reflect.get(hook, member) === isLeftOut) continue;
      hook.disable();
      Reflect.set(hook, member, isLeftOut);
      hook.enable();
    }
  }

  return { follow: () => set(false), leaveOut: () => set(true) };
}
