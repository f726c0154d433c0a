import type { Command } from 'commander';
import { loadConfig } from '#config/load.ts';
import { createRuntime } from '#runtime.ts';
import { addAllSettings, readFlags } from '../options/options.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function addDoctor(program: Command, terminal: Terminal): void {
  const command = program
    .command('doctor')
    .description('Checks whether a server with the settings could start here. Exit code 1 if not.');
  addAllSettings(command).action(async () => {
    const config = await loadConfig(readFlags(command), terminal.variables);
    const { runChecks } = await import('../setup/checks.ts');
    const checks = await runChecks(config, createRuntime());
    const width = Math.max(...checks.map(({ name }) => name.length));
    for (const { name, isOk, text } of checks)
      terminal.print(`${isOk ? 'ok    ' : 'FAILED'}  ${name.padEnd(width)}  ${text}\n`);
    const failed = checks.filter(({ isOk }) => !isOk).map(({ name }) => name.toLowerCase());
    if (failed.length > 0)
      throw new Error(`The server cannot start with these settings: ${failed.join(', ')}.`);
  });
}
