/** The messages between the coordinator of a test run and its worker processes. */

/** A request of the coordinator to a worker. */
export type Order = { readonly kind: 'run'; readonly file: string } | { readonly kind: 'end' };

/** A report of a worker. */
export type Report =
  | { readonly kind: 'ready' }
  /** The body of a test starts. Sent synchronously, so that it arrives even when the test then blocks the process. */
  | { readonly kind: 'started'; readonly test: string }
  | { readonly kind: 'event'; readonly event: TestEvent }
  /** A test changed the process in a way that could hide a failure. */
  | { readonly kind: 'violation'; readonly test: string; readonly violation: string }
  | { readonly kind: 'finished'; readonly file: string }
  /** All files are finished, but these resources keep the process alive. */
  | { readonly kind: 'open-handles'; readonly resources: readonly string[] };

export interface Outcome {
  readonly name: string;
  readonly nesting: number;
  readonly isSuite: boolean;
  readonly duration: number;
  readonly location: string;
  readonly skip: string | undefined;
  readonly todo: string | undefined;
  /** The printed error of a failure. */
  readonly error: string | undefined;
  /** The reason of Node's test runner for a failure, such as `testTimeoutFailure`. */
  readonly failureType: string | undefined;
}

/**
 * The events of Node's test runner that determine the result, reduced to members that can be sent to another process.
 */
export type TestEvent =
  | { readonly type: 'collected' }
  | { readonly type: 'start'; readonly name: string; readonly nesting: number }
  | ({ readonly type: 'pass' | 'fail' } & Outcome)
  | { readonly type: 'diagnostic'; readonly nesting: number; readonly message: string }
  | { readonly type: 'summary'; readonly success: boolean; readonly tests: number };
