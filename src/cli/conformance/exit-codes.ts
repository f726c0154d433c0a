import { AdapterError, EXIT } from '@sparring/conformance/help';
import { UsageError } from '#config/usage-error.ts';
import type { Terminal } from '../terminal/terminal.ts';

type Outcome = keyof typeof EXIT;

const USAGE = { usage: 'for invalid arguments' } as const;
const SUITE = { suite: 'if the suite itself failed' } as const;

/** The outcomes with which each subcommand can end. */
export const EXIT_CODES: Readonly<Record<string, Readonly<Partial<Record<Outcome, string>>>>> = {
  run: {
    same: 'if nothing is worse than the baseline, or without one if nothing failed',
    worse: 'otherwise, also if nothing was tested, or --bail ended the run',
    ...USAGE,
    adapter: 'if the adapter cannot be used',
    ...SUITE,
    interrupted: 'after SIGINT, with a report of the cases so far',
  },
  check: {
    same: 'if the adapter has no problem',
    ...USAGE,
    adapter: 'if it has problems, or cannot be used',
    ...SUITE,
  },
  list: { same: 'with a list', ...USAGE },
  show: {
    same: 'for a case',
    usage: 'for invalid arguments, also where --raw cannot serve the case',
    ...SUITE,
  },
  serve: { same: 'after SIGINT', ...USAGE, ...SUITE },
  compare: { same: 'with a table', ...USAGE },
};

/** The exit codes of a subcommand in one sentence. */
export function exitCodeSentence(subcommand: string): string {
  const clauses = Object.entries(EXIT_CODES[subcommand] ?? {}).map(
    ([outcome, clause]) => `${codeOf(outcome)} ${clause}`,
  );
  return `The exit code is ${clauses.join('; ')}.`;
}

/** @param outcome a name of `EXIT`. */
export function codeOf(outcome: string): number | undefined {
  return Object.entries(EXIT).find(([name]) => name === outcome)?.[1];
}

/** Prints why a command did not complete its work, and returns its exit code. @throws UsageError */
export function reportFailure(error: unknown, terminal: Terminal): number {
  if (error instanceof UsageError) throw error;
  const isOfAdapter = error instanceof AdapterError;
  const message = error instanceof Error ? error.message : String(error);
  terminal.printError(`sparring: ${isOfAdapter ? '' : 'the suite failed: '}${message}\n`);
  return isOfAdapter ? EXIT.adapter : EXIT.suite;
}
