import { parseArgs } from 'node:util';

export const usage = `Usage: npm test -- [PART | FILE]... [OPTION]...

Runs the test files whose path contains one of the parts, or the named files; without any, all of them except those that
--apart runs.

  --apart                      runs the tests of other programs, of the installed package, of the guides, of the tools, of
                               the rarer uses of pages, and of PostgreSQL, several processes and all endpoints at full size,
                               and the named files
  --exclude PART               leaves out the files whose path contains PART; may be repeated
  --test-name-pattern RE       runs only the tests whose name, or whose suite's name, matches; may be repeated
  --test-skip-pattern RE       leaves out the tests whose name matches; may be repeated
  --test-only                  runs only the tests that are marked with "only"
  --test-timeout MS            time limit of each test (120000)
  --time-limit SECONDS         time limit of the run (1200)
  --processes N                number of processes that share the files (5)
  --fail-on-skip               fails when a test is skipped that tools/test/allowed-skips.ts does not list
  --repeat                     runs the files with failed tests once more, alone, if they are at most eight; tests that pass
                               then are printed as unstable, and do not fail the run
  --watch                      runs again whenever a file of the project changes
  --inspect                    opens the debugger in the process of the tests; implies --processes 1
  --inspect-wait               the same, and waits until a debugger is attached
  --help                       prints this text
`;

export interface Arguments {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly apart: boolean;
  /** Options that Node's test runner in the processes takes as they are. */
  readonly nodeOptions: readonly string[];
  readonly isFiltered: boolean;
  readonly testTimeout: number;
  /** In seconds. */
  readonly timeLimit: number;
  readonly processes: number;
  readonly failOnSkip: boolean;
  /** Packages that could not be installed. */
  readonly missing: readonly string[];
  readonly repeat: boolean;
  readonly watch: boolean;
  readonly help: boolean;
}

export function parseArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      apart: { type: 'boolean', default: false },
      exclude: { type: 'string', multiple: true, default: [] },
      'test-name-pattern': { type: 'string', multiple: true, default: [] },
      'test-skip-pattern': { type: 'string', multiple: true, default: [] },
      'test-only': { type: 'boolean', default: false },
      'test-timeout': { type: 'string', default: '120000' },
      'time-limit': { type: 'string', default: '1200' },
      processes: { type: 'string', default: '5' },
      'fail-on-skip': { type: 'boolean', default: false },
      missing: { type: 'string', multiple: true, default: [] },
      repeat: { type: 'boolean', default: false },
      watch: { type: 'boolean', default: false },
      inspect: { type: 'boolean', default: false },
      'inspect-wait': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const debugging = values['inspect-wait'] ? ['--inspect-wait'] : values.inspect ? ['--inspect'] : [];
  const isDebugged = debugging.length > 0;
  const filters = [
    ...values['test-name-pattern'].map((pattern) => `--test-name-pattern=${pattern}`),
    ...values['test-skip-pattern'].map((pattern) => `--test-skip-pattern=${pattern}`),
    ...(values['test-only'] ? ['--test-only'] : []),
  ];
  return {
    include: positionals,
    exclude: values.exclude,
    apart: values.apart,
    nodeOptions: [...filters, ...debugging],
    isFiltered: filters.length > 0,
    // A debugged test has no time limit.
    testTimeout: isDebugged ? 86_400_000 : parseNumber('--test-timeout', values['test-timeout']),
    timeLimit: isDebugged ? 86_400 : parseNumber('--time-limit', values['time-limit']),
    processes: isDebugged ? 1 : parseNumber('--processes', values.processes),
    failOnSkip: values['fail-on-skip'],
    missing: values.missing,
    repeat: values.repeat,
    watch: values.watch,
    help: values.help,
  };
}

function parseNumber(option: string, value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1 || number > 86_400_000)
    throw new Error(`${option} takes a positive whole number, not "${value}"`);
  return number;
}
