import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { formatFileReason } from '#config/document.ts';
import { UsageError } from '#config/usage-error.ts';
import { starterFiles } from '../setup/starter-files.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function addInit(program: Command, terminal: Terminal): void {
  program
    .command('init [FOLDER]')
    .description('Writes a configuration file and a seed file to begin with. Existing files are kept.')
    .action(async (folder = '.') => {
      const existing = starterFiles.filter(({ name }) => existsSync(path.join(folder, name)));
      if (existing.length > 0) {
        const names = existing.map(({ name }) => path.join(folder, name)).join(' and ');
        throw new UsageError(
          `${names} ${existing.length === 1 ? 'exists' : 'exist'} already; name another folder, such as: sparring init test/sparring.`,
        );
      }
      const target = path.resolve(folder);
      try {
        await mkdir(target, { recursive: true });
        for (const { name, schema, text } of starterFiles) {
          const reference = findSchemaReference(target, schema);
          const header = reference && `# yaml-language-server: $schema=${reference}\n`;
          await writeFile(path.join(target, name), `${header ?? ''}${text}`, { flag: 'wx' });
        }
      } catch (error) {
        throw new UsageError(`Cannot write to ${target}: ${formatFileReason(error)}; name another folder.`, {
          cause: error,
        });
      }
      const place = path.relative('.', target);
      const names = starterFiles.map(({ name }) => path.join(place, name)).join(' and ');
      terminal.print(
        `Wrote ${names}. Start the server: ${place === '' ? '' : `cd ${place} && `}sparring --config sparring.yaml\n`,
      );
    });
}

/**
 * The schema for editors, as a relative path, if the package is installed in the project. The files are to be committed, so they
 * name no other path of this machine.
 */
function findSchemaReference(folder: string, schema: string): string | undefined {
  for (let project = folder; ; project = path.dirname(project)) {
    const installed = path.join(project, 'node_modules/sparring/docs/reference', schema);
    if (existsSync(installed)) return path.relative(folder, installed).split(path.sep).join('/');
    if (project === path.dirname(project)) return undefined;
  }
}
