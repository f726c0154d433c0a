import { parseArgs } from 'node:util';
import { type BenchOptions, defaultOptions } from './measurement.ts';

export interface Arguments extends BenchOptions {
  /** The measurements; all but `soak` by default. */
  readonly names: readonly string[];
  readonly markdown: boolean;
  /** The page into which the results are written. */
  readonly into?: string | undefined;
  readonly help: boolean;
}

/** @param names all measurements. */
export function formatUsage(names: readonly string[]): string {
  const { rounds, milliseconds, records } = defaultOptions;
  return `Usage: npm run bench -- [NAME]... [OPTION]...

Runs the named measurements, or all of them but soak, which takes ten minutes:
  ${names.join(' ')}

  --rounds COUNT         rounds of each comparison (${rounds})
  --milliseconds COUNT   duration of the load on each server in one round (${milliseconds})
  --records COUNT        maximum number of records for scaling (${records})
  --markdown             prints each measurement between markers
  --into FILE            replaces the text between these markers in a page
  --help                 prints this text

docs/performance.md describes the method, the variables and the targets.
`;
}

/** @throws Error for an unknown name or option, or a count that is not a positive whole number. */
export function parseArguments(args: readonly string[], names: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      markdown: { type: 'boolean', default: false },
      into: { type: 'string' },
      rounds: { type: 'string', default: String(defaultOptions.rounds) },
      milliseconds: { type: 'string', default: String(defaultOptions.milliseconds) },
      records: { type: 'string', default: String(defaultOptions.records) },
      help: { type: 'boolean', default: false },
    },
  });
  const unknown = positionals.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`${unknown} is none of ${names.join(', ')}`);
  return {
    names: positionals.length > 0 ? positionals : names.filter((name) => name !== 'soak'),
    markdown: values.markdown,
    into: values.into,
    rounds: parseCount('--rounds', values.rounds),
    milliseconds: parseCount('--milliseconds', values.milliseconds),
    records: parseCount('--records', values.records),
    help: values.help,
  };
}

function parseCount(option: string, value: string): number {
  const count = Number(value);
  if (!Number.isInteger(count) || count < 1)
    throw new Error(`${option} takes a positive whole number, not "${value}"`);
  return count;
}
