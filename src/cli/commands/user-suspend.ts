import type { Command } from 'commander';
import { changeUser } from '../../authorizations/accounts.ts';
import type { Terminal } from '../terminal.ts';
import { addStoreSettings, findUser, withStore } from '../with-store.ts';

export function addSuspend(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('suspend <LOGIN>')
    .description('Suspends a user: passwords and tokens are rejected until the suspension ends.')
    .option('--off', 'Ends the suspension.');
  addStoreSettings(command).action((login: string, { off }: { readonly off?: true }) =>
    withStore(terminal, command, async (tools) => {
      const { store, at } = tools;
      const user = await findUser(tools, login);
      const suspendedAt = off ? null : (user.suspendedAt ?? at);
      if (suspendedAt !== user.suspendedAt) await changeUser(store, user.id, { suspendedAt, updatedAt: at });
      terminal.print(`${user.login} is ${off ? 'no longer suspended' : 'suspended'}.\n`);
    }),
  );
}
