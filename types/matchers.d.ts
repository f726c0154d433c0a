import type { Bin, ExpectedCount, Journal, MatchWithCode } from './index.ts';
import type { TestServer } from './test-server.d.ts';

/** What the matchers compare. */
export type RequestReceiver = TestServer | Bin | Journal;

/** The matchers of `expect(server)`. They do not wait. */
export interface RequestMatchers<Result = void> {
  /** Passes if a request that matches has arrived. The message names the most similar requests. */
  toHaveReceived(match?: string | MatchWithCode): Result;
  /** Passes if so many requests that match have arrived. */
  toHaveReceivedTimes(match: string | MatchWithCode, count: ExpectedCount): Result;
}

export interface RequestAssertions extends RequestMatchers {
  readonly not: RequestMatchers;
}
