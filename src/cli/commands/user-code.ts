import type { Command } from 'commander';
import { type AccountOptions, addAccountOptions, performOnAccounts } from '../control/account-target.ts';
import { formatPlainJson } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function addCode(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('code <LOGIN>')
    .description(
      'Prints the current one-time password of a user, and nothing else: that of the app, or the last one sent.',
    );
  addAccountOptions(command).action(async (login: string, options: AccountOptions) => {
    const { readOneTimePassword } = await import('#control/operations/server/one-time-password.ts');
    const { result, place } = await performOnAccounts(terminal, command, options, {
      operation: readOneTimePassword,
      input: { login },
      noun: 'a code',
    });
    terminal.print(options.json ? `${formatPlainJson({ ...result, ...place }, 2)}\n` : `${result.code}\n`);
  });
}
