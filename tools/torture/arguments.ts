import { parseArgs } from 'node:util';

export const usage = `Usage: npm run torture -- [OPTION]...

Kills, stops and fills up servers and databases under concurrent writes, and checks after each failure that no
acknowledged write is lost, that no revoked token works again, and that no write that was answered 5xx was committed,
unless the answer says that it may have been. The exit code is 1 when a check fails.

  --engine NAME       sqlite, postgres or all (all)
  --only NAME         runs one scenario; may be repeated (see --list)
  --rounds N          kills of the server, and of PostgreSQL (50)
  --outage SECONDS    how long PostgreSQL is stopped, and how long it does not answer (10)
  --soak SECONDS      time of the run that measures memory; 0 leaves it out (600)
  --list              prints the scenarios
  --help              prints this text
`;

export interface Arguments {
  readonly engines: readonly Engine[];
  /** All scenarios when empty. */
  readonly only: readonly string[];
  readonly rounds: number;
  /** Seconds. */
  readonly outage: number;
  /** Seconds. */
  readonly soak: number;
  readonly list: boolean;
  readonly help: boolean;
}

export type Engine = 'sqlite' | 'postgres';

export function parseArguments(args: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      engine: { type: 'string', default: 'all' },
      only: { type: 'string', multiple: true, default: [] },
      rounds: { type: 'string', default: '50' },
      outage: { type: 'string', default: '10' },
      soak: { type: 'string', default: '600' },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    engines: parseEngines(values.engine),
    only: values.only,
    rounds: parseCount('--rounds', values.rounds),
    outage: parseCount('--outage', values.outage),
    soak: parseCount('--soak', values.soak),
    list: values.list,
    help: values.help,
  };
}

function parseEngines(name: string): Engine[] {
  if (name === 'all') return ['sqlite', 'postgres'];
  if (name === 'sqlite' || name === 'postgres') return [name];
  throw new Error('--engine must be sqlite, postgres or all');
}

function parseCount(name: string, text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new Error(`${name} must be a whole number`);
  return Number(text);
}
