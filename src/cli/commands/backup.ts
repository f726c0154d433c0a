import type { Command } from 'commander';
import { loadConfig } from '#config/load.ts';
import { UsageError } from '#config/usage-error.ts';
import { sqliteFileOf } from '#database/location.ts';
import { addSettings, readFlags } from '../options/options.ts';
import type { Terminal } from '../terminal/terminal.ts';

interface Options {
  readonly force?: boolean;
}

export function addBackup(program: Command, terminal: Terminal): void {
  const command = program
    .command('backup <FILE>')
    .description('Copies a SQLite database to a file, also while a server uses the database.')
    .option('--force', 'Replaces the file if it exists.');
  addSettings(command, ['config', 'database']).action(async (file: string, { force = false }: Options) => {
    const database = await findFile(command, terminal, 'pg_dump');
    const { backUp } = await import('#accounts/storage/sqlite/backup.ts');
    backUp(database, file, { force });
    terminal.print(`Wrote the backup of ${database} to ${file}.\n`);
  });
}

export function addRestore(program: Command, terminal: Terminal): void {
  const command = program
    .command('restore <FILE>')
    .description(
      'Replaces a SQLite database by a backup, and keeps the previous database. Requires that no server uses it.',
    )
    .option('--force', 'Replaces a previous database that is kept, and a damaged database.');
  addSettings(command, ['config', 'database']).action(async (file: string, { force = false }: Options) => {
    const database = await findFile(command, terminal, 'pg_restore');
    const { restore } = await import('#accounts/storage/sqlite/backup.ts');
    const retained = restore(file, database, { force });
    terminal.print(
      `Restored ${database} from ${file}.${retained === undefined ? '' : ` The previous database is ${retained}.`}\n`,
    );
  });
}

/** @throws UsageError for a database without a file; `tool` is the command of PostgreSQL. */
async function findFile(command: Command, { variables }: Terminal, tool: string): Promise<string> {
  const { settings, origins } = await loadConfig(readFlags(command), variables);
  const { database } = settings;
  if (database === 'memory')
    throw new UsageError(`A database in memory, as ${origins.database} says, has no file; name sqlite:PATH.`);
  const file = sqliteFileOf(database);
  if (file === undefined)
    throw new UsageError(`For PostgreSQL, use ${tool}; sparring ${command.name()} is for SQLite.`);
  return file;
}
