import { parseArguments, usage } from './test/arguments.ts';
import { prepareLauncher } from './test/bundle.ts';
import { findFiles } from './test/files.ts';
import { findProjects, installProjects } from './test/projects.ts';
import { runFiles } from './test/run.ts';
import { runOnChange } from './test/watch.ts';

/** The tests of the project: `npm test`. See `usage` for the arguments. */
async function main(): Promise<number> {
  const options = parseArguments(process.argv.slice(2));
  if (options.help) {
    process.stdout.write(usage);
    return 0;
  }
  const files = findFiles(options);
  if (files.length === 0) throw new Error(`no test file has ${options.include.join(' or ')} in its path`);
  await installProjects(findProjects(files), (text) => void process.stdout.write(text));
  // Some files alone run the source, so that a change needs no build.
  if (options.include.length === 0 || options.apart) process.env.SPARRING_TEST_LAUNCHER = prepareLauncher();
  if (options.watch) return runOnChange(files, () => runFiles(findFiles(options), options));
  return (await runFiles(files, options)) ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`npm test: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}
