import type { Command } from 'commander';
import {
  type AccountOptions,
  addAccountOptions,
  performOnAccounts,
  printChange,
} from '../control/account-target.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function addSuspend(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('suspend <LOGIN>')
    .description('Suspends a user: passwords and tokens are rejected until the suspension ends.')
    .option('--off', 'Ends the suspension.');
  addAccountOptions(command).action(
    async (login: string, options: AccountOptions & { readonly off?: true }) => {
      const { suspend, unsuspend } = await import('#control/operations/users/users-suspension.ts');
      const changed = await performOnAccounts(terminal, command, options, {
        operation: options.off ? unsuspend : suspend,
        input: { login },
        noun: 'a user',
      });
      const { login: name, suspended } = changed.result;
      printChange(
        terminal,
        options,
        changed,
        `${name} is ${suspended ? 'suspended' : 'no longer suspended'}.`,
      );
    },
  );
}
