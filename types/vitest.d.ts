import type { TestAPI } from 'vitest';
import type { FixtureOptions, TestServer } from './test-server.d.ts';

export type { FixtureOptions, TestServer } from './test-server.d.ts';

export interface SparringFixtures {
  /** A server in memory on a free port, one for each worker. */
  sparring: TestServer;
  /** The same with TLS; clients trust the file `caPath`. */
  sparringTls: TestServer;
}

/** `test` of Vitest with servers. The requests that they received are appended to the error of a test that fails. */
export type SparringTest = TestAPI<SparringFixtures>;

export declare const test: SparringTest;

/** Creates a `test` function whose servers have these options, such as `createTest({ seed: 'accounts.yaml' })`. */
export declare function createTest(options?: FixtureOptions): SparringTest;
