import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArguments, usage } from './mutate/arguments.ts';
import { findMutants } from './mutate/find-mutants.ts';
import { describeMutant, scoreOf, summarize } from './mutate/report.ts';
import { runMutants } from './mutate/run.ts';
import { sampleMutants } from './mutate/sample.ts';
import { projectRoot } from './test/files.ts';

/** Tests the tests: `npm run mutate`. See `usage` for the arguments. */
async function main(): Promise<number> {
  const options = parseArguments(process.argv.slice(2));
  if (options.help) {
    process.stdout.write(usage);
    return 0;
  }
  const files = globSync([...options.files], { cwd: projectRoot })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort();
  const sources = new Map(files.map((file) => [file, readFileSync(path.join(projectRoot, file), 'utf8')]));
  const read = (file: string) => sources.get(file) ?? '';
  const all = files.flatMap((file) => findMutants(file, read(file)));
  if (all.length === 0) throw new Error(`${options.files.join(' and ')} have no code to change`);
  const mutants = Number.isFinite(options.sample) ? sampleMutants(all, options.sample, options.seed) : all;
  if (options.list) {
    for (const mutant of mutants) process.stdout.write(`${describeMutant(mutant, read)}\n`);
    process.stdout.write(`${mutants.length} of ${all.length} mutants in ${files.length} files\n`);
    return 0;
  }
  const verdicts = await runMutants(mutants, options, read);
  process.stdout.write(summarize(verdicts, read));
  return scoreOf(verdicts) < options.minimum ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`npm run mutate: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}
