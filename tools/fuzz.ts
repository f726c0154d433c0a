import { parseArguments, usage } from './fuzz/arguments.ts';
import { formatOutcome, runTarget } from './fuzz/run.ts';
import { TARGETS } from './fuzz/targets.ts';

/** Gives random connections to the decoders of the wire: `npm run fuzz`. See `usage` for the arguments. */
async function main(): Promise<number> {
  const options = parseArguments(process.argv.slice(2));
  if (options.help) {
    process.stdout.write(usage);
    return 0;
  }
  let hasFailed = false;
  for (const target of TARGETS.filter(({ name }) => options.targets.includes(name))) {
    const outcome = await runTarget(target, options);
    process.stdout.write(formatOutcome(outcome, options.seed));
    if (outcome.findings.length > 0 || (outcome.skipped !== undefined && options.isNamed)) hasFailed = true;
  }
  return hasFailed ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`npm run fuzz: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}
