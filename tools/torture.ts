import { parseArguments, usage } from './torture/arguments.ts';
import { NotPossible } from './torture/databases.ts';
import { scenarios } from './torture/scenarios.ts';
import { formatSummary, hasPassed, type Row } from './torture/summary.ts';

/** Tests what happens when servers and databases fail: `npm run torture`. See `usage` for the arguments. */
async function main(): Promise<number> {
  const options = parseArguments(process.argv.slice(2));
  if (options.help) {
    process.stdout.write(usage);
    return 0;
  }
  if (options.list) {
    for (const { name, engines } of scenarios) process.stdout.write(`${name} (${engines.join(', ')})\n`);
    return 0;
  }
  const rows: Row[] = [];
  const skipped: string[] = [];
  for (const { name, engines, run } of scenarios) {
    if (options.only.length > 0 && !options.only.includes(name)) continue;
    if (name === 'soak' && options.soak === 0) continue;
    for (const engine of engines.filter((each) => options.engines.includes(each))) {
      process.stderr.write(`${name} on ${engine}\n`);
      try {
        rows.push(await run(engine, options));
      } catch (error) {
        if (!(error instanceof NotPossible)) throw error;
        skipped.push(`${name} on ${engine} was not run: ${error.message}.\n`);
      }
    }
  }
  process.stdout.write([formatSummary(rows), ...skipped].join(''));
  return rows.every(hasPassed) ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`npm run torture: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}
