import type { Outcome } from './protocol.ts';

export interface Counts {
  tests: number;
  suites: number;
  pass: number;
  fail: number;
  cancelled: number;
  skipped: number;
  todo: number;
}

export interface Failure {
  readonly title: string;
  readonly location: string;
  readonly error: string;
}

export interface Skip {
  readonly title: string;
  readonly reason: string;
}

/** The basis of the result of a run. */
export interface Results {
  readonly counts: Counts;
  readonly failures: readonly Failure[];
  readonly skips: readonly Skip[];
  add(title: string, outcome: Outcome & { readonly type: 'pass' | 'fail' }): void;
  /** A failure outside of tests, such as a process that ends early. It counts as a failed test. */
  addProblem(title: string, error: string): void;
}

export function createResults(): Results {
  const counts = { tests: 0, suites: 0, pass: 0, fail: 0, cancelled: 0, skipped: 0, todo: 0 };
  const failures: Failure[] = [];
  const skips: Skip[] = [];

  function count({ type, skip, todo, failureType }: Parameters<Results['add']>[1]): void {
    counts.tests++;
    if (skip !== undefined) counts.skipped++;
    else if (todo !== undefined) counts.todo++;
    else if (type === 'pass') counts.pass++;
    else if (failureType === 'cancelledByParent') counts.cancelled++;
    else counts.fail++;
  }

  function countProblem(): void {
    counts.tests++;
    counts.fail++;
  }

  return {
    counts,
    failures,
    skips,
    add(title, outcome) {
      const { type, isSuite, skip, todo, location, error = '', failureType } = outcome;
      if (isSuite) counts.suites++;
      else count(outcome);
      if (skip !== undefined) skips.push({ title, reason: skip });
      // A parent of failed tests has no error of its own.
      if (type === 'pass' || todo !== undefined || failureType === 'subtestsFailed') return;
      failures.push({ title, location, error });
      // A file that does not load, or a hook.
      if (isSuite) countProblem();
    },
    addProblem(title, error) {
      countProblem();
      failures.push({ title, location: '', error });
    },
  };
}
