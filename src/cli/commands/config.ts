import type { Command } from 'commander';
import { toListing } from '../../config/listing.ts';
import { settingRows } from '../../config/settings.ts';
import { loadConfig } from '../../config.ts';
import { addSettings, toFlags } from '../options.ts';
import type { Output } from '../output.ts';

export function addConfig(program: Command, output: Output): void {
  const command = program
    .command('config')
    .description('Prints the settings in force and where each came from, as a configuration file.');
  const names = settingRows.map(([name]) => name);
  addSettings(command, names).action(async () => {
    const config = await loadConfig(toFlags(command), process.env);
    for (const warning of config.warnings) output.complain(`sparring: ${warning}\n`);
    output.print(toListing(config));
  });
}
