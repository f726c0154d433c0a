import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { areas } from './sample.ts';

export const usage = `Usage: npm run mutate -- [OPTION]...

Changes the source in one place at a time and runs the tests that execute that place. A change that no test notices is
a gap in the tests, or code that is not needed. All changes are made in copies of the project.

  --files GLOB      files to change; may be repeated (the folders ${areas.map((area) => area.replace('src/', '')).join(', ')})
  --sample N        takes N mutants, evenly from these folders; all of them by default, which takes hours
  --seed S          decides which mutants a sample has (1)
  --tests PART      runs only test files whose path contains PART; may be repeated. Mutants that others notice survive
  --workers N       number of copies that tests run in at a time (half of the processors, plus one)
  --budget SECONDS  leaves out the slowest test files of a mutant when all of them take longer (60; 0 for no limit)
  --minimum PERCENT share of the mutants that must be noticed for exit code 0 (95)
  --list            prints the mutants and runs nothing
  --help            prints this text

The first run measures what each test file executes, which takes several minutes. The result is kept in node_modules/.cache.
`;

export interface Arguments {
  readonly files: readonly string[];
  readonly sample: number;
  readonly seed: string;
  /** Parts of the paths of test files; by default all files. */
  readonly tests: readonly string[];
  readonly workers: number;
  /** In milliseconds. */
  readonly budget: number;
  /** From 0 to 1. */
  readonly minimum: number;
  readonly list: boolean;
  readonly help: boolean;
}

export function parseArguments(args: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      files: { type: 'string', multiple: true, default: areas.map((area) => `${area}/**/*.ts`) },
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
      tests: { type: 'string', multiple: true, default: [] },
      workers: { type: 'string', default: String(Math.floor(availableParallelism() / 2) + 1) },
      budget: { type: 'string', default: '60' },
      minimum: { type: 'string', default: '95' },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const budget = parseNumber('--budget', values.budget, 0, 86_400);
  return {
    files: values.files,
    sample:
      values.sample === undefined
        ? Number.POSITIVE_INFINITY
        : parseNumber('--sample', values.sample, 1, 1_000_000),
    seed: values.seed,
    tests: values.tests,
    workers: parseNumber('--workers', values.workers, 1, 256),
    budget: budget === 0 ? Number.POSITIVE_INFINITY : budget * 1000,
    minimum: parseNumber('--minimum', values.minimum, 0, 100) / 100,
    list: values.list,
    help: values.help,
  };
}

function parseNumber(option: string, value: string, least: number, most: number): number {
  const number = Number(value);
  if (value.trim() === '' || !Number.isInteger(number) || number < least || number > most)
    throw new Error(`${option} takes a whole number from ${least} to ${most}, not "${value}"`);
  return number;
}
