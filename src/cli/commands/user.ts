import type { Command } from 'commander';
import {
  type AccountOptions,
  addAccountOptions,
  performOnAccounts,
  printChange,
} from '../control/account-target.ts';
import { type PasswordOptions, readPassword } from '../options/given-password.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { addCode } from './user-code.ts';
import { addSuspend } from './user-suspend.ts';
import { addTwoFactor } from './user-two-factor.ts';

export function addUserCommands(program: Command, terminal: Terminal): void {
  const user = program
    .command('user')
    .helpCommand(false)
    .description('Adds users, changes their credentials, and prints one-time passwords.');
  addAdd(user, terminal);
  addPassword(user, terminal);
  addTwoFactor(user, terminal);
  addCode(user, terminal);
  addSuspend(user, terminal);
}

interface AddOptions extends PasswordOptions, AccountOptions {
  readonly name?: string;
  readonly email?: string;
  readonly siteAdmin?: true;
}

function addAdd(parent: Command, terminal: Terminal): void {
  const command = parent.command('add <LOGIN>').description('Adds a user.');
  withPassword(command)
    .option('--name <NAME>', 'Name to show.')
    .option('--email <ADDRESS>', 'E-mail address.')
    .option('--site-admin', 'Makes the user a site administrator.');
  addAccountOptions(command, { hashes: true }).action(async (login: string, options: AddOptions) => {
    const { name, email, siteAdmin: site_admin } = options;
    const password = await readPassword(options, terminal.input);
    const { addNewUser } = await import('#control/operations/users/users.ts');
    const added = await performOnAccounts(terminal, command, options, {
      operation: addNewUser,
      input: { login, password, name, email, site_admin },
      noun: 'a user',
      names: NAMES,
    });
    printChange(
      terminal,
      options,
      added,
      `Added the user ${login}.`,
      formatPasswordRow(added.result.password),
    );
  });
}

function addPassword(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('password <LOGIN>')
    .description('Changes the password of a user, unlocks the login, and ends all sessions of the user.');
  addAccountOptions(withPassword(command), { hashes: true }).action(
    async (login: string, options: PasswordOptions & AccountOptions) => {
      const password = await readPassword(options, terminal.input);
      const { changePassword } = await import('#control/operations/users/users.ts');
      const changed = await performOnAccounts(terminal, command, options, {
        operation: changePassword,
        input: { login, password },
        noun: 'a user',
        names: NAMES,
      });
      const { result } = changed;
      printChange(
        terminal,
        options,
        changed,
        `Changed the password of ${result.login}.`,
        formatPasswordRow(result.password),
      );
    },
  );
}

function withPassword(command: Command): Command {
  return command
    .option('--password <PASSWORD>', 'The password. Process lists show it while the command runs.')
    .option(
      '--password-stdin',
      'Reads the password from standard input. Without a password, a random one is set and printed once.',
    );
}

function formatPasswordRow(password: string | null): [string, string][] {
  return password === null ? [] : [['Password', `${password}  (shown once)`]];
}

const NAMES = {
  login: 'LOGIN',
  password: 'The password',
  name: '--name',
  email: '--email',
};
