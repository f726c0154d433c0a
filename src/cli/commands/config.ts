import type { Command } from 'commander';
import { formatListing } from '#config/listing.ts';
import { loadConfig } from '#config/load.ts';
import { addAllSettings, readFlags } from '../options/options.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function addConfig(program: Command, terminal: Terminal): void {
  const command = program
    .command('config')
    .description('Prints the current settings and their sources, as a configuration file.');
  addAllSettings(command).action(async () => {
    const config = await loadConfig(readFlags(command), terminal.variables);
    for (const warning of config.warnings) terminal.printError(`sparring: ${warning}\n`);
    terminal.print(formatListing(config));
  });
}
