import type { ExpectStatic, TestAPI } from 'vitest';
import type { RequestAssertions, RequestReceiver } from './matchers.d.ts';
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

/** `expect` of Vitest with matchers for the requests that a server, a bin or a journal has received. */
export type SparringExpect = ((received: RequestReceiver, message?: string) => RequestAssertions) &
  ExpectStatic;

export declare const expect: SparringExpect;
