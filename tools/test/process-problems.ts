import type { Transcript } from './transcript.ts';

/** The problems of a process that ended, besides its failed tests. */
export function findProblems(
  { collected, completed, cancelled, summary, diagnostics }: Transcript,
  code: number | null,
): string[] {
  const errors = diagnostics.filter((message) => /^(Error|Warning):/.test(message));
  if (summary === undefined) return [...errors, `The process ended with code ${code} and without a summary.`];
  const { tests, success } = summary;
  // Node's test runner does not collect the tests of a suite whose hook fails, and reports them.
  if (collected > completed || collected < completed - cancelled)
    errors.push(`${collected} tests were collected, and ${completed} were reported.`);
  if (tests !== completed) errors.push(`${completed} tests were reported, and the summary names ${tests}.`);
  if (success && code !== 0) errors.push(`All tests passed, but the process ended with code ${code}.`);
  return errors;
}
