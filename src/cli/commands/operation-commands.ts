import type { Operation } from '#control/operations/declaration/operation.ts';

export interface CommandRow {
  readonly usage: string;
  readonly description: string;
  readonly load: () => Promise<Operation>;
}

/** The commands that operations declare. `npm run docs` prints this file, so that `--help` need not load the operations. */
export const operationCommands: readonly CommandRow[] = [
  {
    usage: 'clock [ACTION] [TIME]',
    description:
      'Prints or changes the clock of a running server. ACTION is freeze [TIME], set TIME, advance DURATION or release.',
    load: async () => (await import('#control/operations/server/clock.ts')).changeClock,
  },
];
