import type { RuleWithCode, SparringServer, StartOptions } from './index.ts';

/** Options of a fixture: those of `start`, and how the tests share a server. */
export interface FixtureOptions extends StartOptions {
  /**
   * `reset` restores the state of the start before each test and clears the journal, for tests that run one after another.
   * `bin` is for concurrent tests, and gives each test a bin: `url`, `journal` and `rules` of the server are those of the
   * bin, which closes when the test ends. Members that change the state of all tests throw an error. Default: `reset`.
   */
  readonly isolation?: 'reset' | 'bin' | undefined;
  /** `fail` fails a test that leaves a rule unused which it has added. Default: such a test passes. */
  readonly unused?: 'fail' | undefined;
  /** Rules that each test begins with. They may stay unused. */
  readonly rules?: readonly RuleWithCode[] | undefined;
}

/** The server that the tests of a worker share. It has no `close`, because the fixture closes it. */
export type TestServer = Omit<SparringServer, 'close' | typeof Symbol.asyncDispose>;
