import { createCasePorts } from '../../conformance/case-port/case-port.ts';
import { rawReproduction } from '../../conformance/raw/raw-reproduction.ts';
import { createRuntime } from '../../runtime.ts';
import type { Terminal } from '../terminal.ts';
import { reportFailure } from './exit-codes.ts';
import { findCase } from './list.ts';

/** Prints a script that serves the raw bytes of a case. @throws UsageError */
export async function rawCommand(id: string, terminal: Terminal): Promise<void> {
  const declared = findCase(id);
  const runtime = createRuntime();
  try {
    const casePorts = await createCasePorts({ runtime });
    terminal.print(await rawReproduction(declared, casePorts, runtime).finally(() => casePorts.close()));
  } catch (error) {
    process.exitCode = reportFailure(error, terminal);
  }
}
