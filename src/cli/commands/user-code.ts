import type { Command } from 'commander';
import { UsageError } from '../../config/usage-error.ts';
import {
  addControlOptions,
  type ControlOptions,
  callOperation,
  findServer,
  urlHint,
} from '../control-client.ts';
import { toPlainText } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { addStoreSettings, findUser, withStore } from '../with-store.ts';

export function addCode(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('code <LOGIN>')
    .description(
      'Prints the current one-time password of a user, and nothing else: that of the app, or the last one sent.',
    );
  addStoreSettings(addControlOptions(command)).action(async (login: string, options: ControlOptions) => {
    const url = findServer(options, command, terminal);
    const { readOneTimePassword } = await import('../../operations/one-time-password.ts');
    const { code } =
      url === undefined
        ? await withStore(terminal, command, async (tools) => {
            const user = await findUser(tools, login, urlHint);
            if (!user.twoFactor)
              throw new UsageError(`${user.login} has no second factor; sparring user two-factor adds one.`);
            return tools.run(readOneTimePassword, { login });
          })
        : await callOperation(terminal, url, readOneTimePassword, {
            input: { login },
            options,
            noun: 'a code',
          });
    terminal.print(`${toPlainText(code)}\n`);
  });
}
