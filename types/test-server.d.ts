import type { SparringServer, StartOptions } from './index.ts';

/** Options of a fixture: those of `start`, and how the tests share a server. */
export interface FixtureOptions extends StartOptions {
  /**
   * `reset` restores the state of the start before each test and clears the journal, for tests that run one after another.
   * `bin` keeps the state, and gives each test a bin: `url` and `journal` of the server are those of the bin, so that
   * concurrent tests do not see each other's requests. Default: `reset`.
   */
  readonly isolation?: 'reset' | 'bin' | undefined;
}

/** The server that the tests of a worker share. The fixture closes it. */
export type TestServer = Omit<SparringServer, 'close' | typeof Symbol.asyncDispose>;
