import { parseArgs } from 'node:util';
import { TARGET_NAMES, TARGETS, type TargetName } from './targets.ts';

export const usage = `Usage: npm run fuzz -- [TARGET]... [OPTION]...

Gives random connections to the decoders of HTTP/1, HTTP/2 and HPACK, and compares the decoder of HTTP/1 with those of
Node, Go and Python. The exit code is 1 when a case has a finding, or when a named target cannot be run. A case depends
on the seed and on its number only. The first cases of a comparison are the rows of test/support/wire/http1.

${TARGETS.map(({ name, purpose }) => `  ${name.padEnd(15)} ${purpose}`).join('\n')}

  --cases N       cases of each target (100000)
  --minutes N     ends each target after this time, if not all of its cases were run; 0 for no limit (0)
  --seed N        decides what the cases are (1)
  --from N        number of the first case (0): --from 1234 --cases 1 repeats case 1234
  --help          prints this text

Go is compiled with the go of this machine, or with a newer one, which it downloads, if GOTOOLCHAIN is auto. h11 is
installed in node_modules/.cache. Without them, these targets are skipped.
`;

export interface Arguments {
  readonly targets: readonly TargetName[];
  /** Whether the arguments name the targets. */
  readonly isNamed: boolean;
  readonly cases: number;
  /** Undefined without a limit. */
  readonly milliseconds: number | undefined;
  readonly seed: number;
  readonly from: number;
  readonly help: boolean;
}

/** @throws Error for an argument that is not in `usage` */
export function parseArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      cases: { type: 'string', default: '100000' },
      minutes: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      from: { type: 'string', default: '0' },
      help: { type: 'boolean', default: false },
    },
  });
  const minutes = parseCount('--minutes', values.minutes);
  return {
    targets: positionals.length === 0 ? TARGET_NAMES : positionals.map(parseTarget),
    isNamed: positionals.length > 0,
    cases: parseCount('--cases', values.cases),
    milliseconds: minutes === 0 ? undefined : minutes * 60_000,
    seed: parseCount('--seed', values.seed),
    from: parseCount('--from', values.from),
    help: values.help,
  };
}

function parseTarget(text: string): TargetName {
  const name = TARGET_NAMES.find((each) => each === text);
  if (name === undefined) throw new Error(`${text} is not one of ${TARGET_NAMES.join(', ')}`);
  return name;
}

function parseCount(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} must be a whole number`);
  return Number(text);
}
