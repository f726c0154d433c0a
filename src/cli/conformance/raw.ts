import { type ConformanceCase, createCasePorts, rawReproduction } from '@sparring/conformance';
import { createRuntime } from '#runtime.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { reportFailure } from './exit-codes.ts';
import { findCase } from './list.ts';

/** Prints a script that serves the raw bytes of a case. @throws UsageError */
export async function rawCommand(id: string, terminal: Terminal): Promise<void> {
  const declared = findCase(id);
  const script = await write(declared).catch((error) => process.exit(reportFailure(error, terminal)));
  terminal.print(script);
}

async function write(declared: ConformanceCase): Promise<string> {
  const runtime = createRuntime();
  const casePorts = await createCasePorts({ runtime });
  return rawReproduction(declared, casePorts, runtime).finally(() => casePorts.close());
}
