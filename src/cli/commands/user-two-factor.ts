import type { Command } from 'commander';
import { UsageError } from '#config/usage-error.ts';
import {
  type AccountOptions,
  addAccountOptions,
  performOnAccounts,
  printChange,
} from '../control/account-target.ts';
import type { Terminal } from '../terminal/terminal.ts';

interface TwoFactorOptions extends AccountOptions {
  readonly secret?: string;
  readonly sms?: string;
  readonly off?: true;
}

export function addTwoFactor(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('two-factor <LOGIN>')
    .description(
      'Enables two-factor authentication for a user, by an app whose secret is printed once, or by text message.',
    )
    .option('--secret <BASE32>', 'The secret of the authenticator application. The default is random.')
    .option('--sms <PHONE>', 'Sends codes to this number, such as +15550100. sparring outbox prints them.')
    .option('--off', 'Disables two-factor authentication.');
  addAccountOptions(command).action(async (login: string, options: TwoFactorOptions) => {
    rejectTwo(options);
    const { secret, sms: phone, off } = options;
    const { enableTwoFactor, disableTwoFactor } = await import(
      '#control/operations/users/users-two-factor.ts'
    );
    const changed = await performOnAccounts(terminal, command, options, {
      operation: off ? disableTwoFactor : enableTwoFactor,
      input: off ? { login } : { login, secret, phone },
      noun: 'a user',
      names: { secret: '--secret', phone: '--sms' },
    });
    const { result } = changed;
    printChange(terminal, options, changed, formatSentence(result), formatRows(result));
  });
}

function rejectTwo(options: TwoFactorOptions): void {
  const [one, other] = Object.keys(options).filter((name) => ['secret', 'sms', 'off'].includes(name));
  if (other === undefined) return;
  throw new UsageError(`--${one} and --${other} cannot both be given; keep one of them.`);
}

interface Result {
  readonly login: string;
  readonly method: 'app' | 'sms' | null;
  readonly secret?: string;
  readonly uri?: string;
  readonly phone?: string;
}

function formatSentence({ login, method, phone }: Result): string {
  if (method === null) return `${login} has no second factor.`;
  if (method === 'sms')
    return `${login} signs in with a code sent to ${phone} from now on; sparring outbox ${login} prints it.`;
  return `${login} signs in with a code from now on. Give this to the authenticator app; it is shown once:`;
}

function formatRows({ secret, uri }: Result): [string, string][] {
  return secret === undefined || uri === undefined
    ? []
    : [
        ['Secret', secret],
        ['URI', uri],
      ];
}
