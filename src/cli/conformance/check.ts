import {
  type AdapterCommandLine,
  checkAdapter,
  createCasePorts,
  EXIT,
  openCommand,
  resolveCommandLine,
} from '@sparring/conformance';
import { createRuntime } from '#runtime.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { reportFailure } from './exit-codes.ts';
import { type AdapterOptions, chooseAdapter } from './run.ts';

/** Checks an adapter, prints what is wrong with its lines, and ends the process: 0, or 3 for problems. */
export async function checkCommand(
  words: readonly string[],
  options: AdapterOptions,
  terminal: Terminal,
): Promise<void> {
  const adapter = resolveCommandLine(chooseAdapter(words, options));
  process.exitCode = await check(adapter, terminal).catch((error) => reportFailure(error, terminal));
  process.exit(process.exitCode);
}

async function check(adapter: AdapterCommandLine, terminal: Terminal): Promise<number> {
  const runtime = createRuntime();
  const casePorts = await createCasePorts({ runtime });
  const opened = await openCommand(adapter, casePorts.ca, terminal.variables);
  try {
    const { hello, requests, problems, advice } = await checkAdapter(opened.command, casePorts, runtime);
    terminal.print(`${hello.client} ${hello.version}: ${requests} requests, ${problems.length} problems\n`);
    for (const problem of problems) terminal.print(`  ${problem}\n`);
    for (const each of advice) terminal.print(`  advice: ${each}\n`);
    return problems.length > 0 ? EXIT.adapter : EXIT.same;
  } finally {
    await opened.close();
    await casePorts.close();
  }
}
