import type {
  Expect,
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
  TestType,
} from '@playwright/test';
import type { RequestAssertions, RequestReceiver } from './matchers.d.ts';
import type { FixtureOptions, TestServer } from './test-server.d.ts';

export type { FixtureOptions, TestServer } from './test-server.d.ts';

export interface SparringFixtures {
  /** A server in memory on a free port, one for each worker. */
  sparring: TestServer;
  /** The same with TLS; clients trust the file `caPath`. */
  sparringTls: TestServer;
}

export interface SparringWorkerOptions {
  /** Options of the servers, for `test.use` in a file or `use` in the configuration; beside those of `createTest`. */
  sparringOptions: FixtureOptions;
}

/** `test` of Playwright with servers. The requests that they received are appended to the error of a test that fails. */
export type SparringTest = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & SparringFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & SparringWorkerOptions
>;

export declare const test: SparringTest;

/** Creates a `test` function whose servers have these options, such as `createTest({ seed: 'accounts.yaml' })`. */
export declare function createTest(options?: FixtureOptions): SparringTest;

/** `expect` of Playwright with matchers for the requests that a server, a bin or a journal has received. */
export type SparringExpect = ((received: RequestReceiver, message?: string) => RequestAssertions) & Expect;

export declare const expect: SparringExpect;
