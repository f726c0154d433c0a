import type { Command } from 'commander';
import { changeUser } from '../../authorizations/accounts.ts';
import type { SettingName } from '../../config/settings/settings.ts';
import { UsageError } from '../../config/usage-error.ts';
import type { SeedUser } from '../../seed/schema.ts';
import { signInFailureKey } from '../../store/index.ts';
import { type PasswordOptions, toPassword } from '../given-password.ts';
import { addSettings, toChecked } from '../options.ts';
import { type Terminal, toColumns } from '../terminal.ts';
import { findUser, withStore } from '../with-store.ts';
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

interface AddOptions extends PasswordOptions {
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
  addSettings(command, SETTINGS).action((login: string, options: AddOptions) =>
    withStore(terminal, command, async (tools) => {
      const { addUser } = await import('../../seed/apply.ts');
      const { password, isNew } = await toPassword(options, tools.runtime, terminal.input);
      const user: SeedUser = {
        login,
        password,
        name: options.name ?? null,
        email: options.email ?? null,
        site_admin: options.siteAdmin ?? false,
      };
      await toChecked({ users: [user] }, WORDS);
      if (!(await addUser(tools, user))) throw new UsageError(`There is a user ${login} already.`);
      terminal.print(`Added the user ${login}.\n${isNew ? toShown(password) : ''}`);
    }),
  );
}

function addPassword(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('password <LOGIN>')
    .description('Changes the password of a user, unlocks the login, and ends all sessions of the user.');
  addSettings(withPassword(command), SETTINGS).action((login: string, options: PasswordOptions) =>
    withStore(terminal, command, async (tools) => {
      const user = await findUser(tools, login);
      const { password, isNew } = await toPassword(options, tools.runtime, terminal.input);
      await toChecked({ users: [{ login: user.login, password }] }, WORDS);
      const passwordHash = await tools.passwords.hash(password);
      await changeUser(tools.store, user.id, { passwordHash, updatedAt: tools.at });
      await tools.store.signInFailures.clear(signInFailureKey(login));
      terminal.print(`Changed the password of ${user.login}.\n${isNew ? toShown(password) : ''}`);
    }),
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

function toShown(password: string): string {
  return toColumns([['Password', `${password}  (shown once)`]]);
}

const SETTINGS: readonly SettingName[] = ['config', 'database', 'passwordCost'];

const WORDS = {
  login: 'LOGIN',
  password: 'The password',
  name: '--name',
  email: '--email',
  secret: '--secret',
};
