import { test } from 'node:test';

/** Returns a function that declares tests of `{ sparring }`, as the fixtures of other runners do. */
export function withFixture(fixture, options = {}) {
  return (name, run) => test(name, options, async (t) => run({ sparring: await fixture(t) }));
}
