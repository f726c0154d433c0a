import type { Command } from 'commander';
import { createClientId, createClientSecret } from '../../authorizations/tokens/tokens.ts';
import { UsageError } from '../../config/usage-error.ts';
import { toChecked } from '../options.ts';
import { type Terminal, toColumns } from '../terminal.ts';
import { addStoreSettings, findUser, withStore } from '../with-store.ts';

interface AddOptions {
  readonly url: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly callbackUrl?: string;
  readonly owner?: string;
}

export function addAppCommands(program: Command, terminal: Terminal): void {
  const app = program.command('app').helpCommand(false).description('Adds and lists OAuth applications.');
  addAdd(app, terminal);
  addList(app, terminal);
}

function addAdd(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('add <NAME>')
    .description('Adds an application, and prints its client ID and secret once.')
    .requiredOption('--url <URL>', 'URL of the home page.')
    .option('--callback-url <URL>', 'The callback URL. The web flow requires one.')
    .option('--client-id <ID>', 'Up to 20 characters. The default is random.')
    .option('--client-secret <SECRET>', 'Up to 40 characters. The default is random.')
    .option('--owner <LOGIN>', 'Login of the owner.');
  addStoreSettings(command).action((name: string, options: AddOptions) =>
    withStore(terminal, command, async (tools) => {
      const { addApplication } = await import('../../seed/apply.ts');
      const owner = options.owner === undefined ? null : (await findUser(tools, options.owner)).login;
      const application = {
        name,
        url: options.url,
        client_id: options.clientId ?? createClientId(tools.runtime),
        client_secret: options.clientSecret ?? createClientSecret(tools.runtime),
        callback_url: options.callbackUrl ?? null,
        owner,
      };
      await toChecked({ applications: [application] }, WORDS);
      if (!(await addApplication(tools, application))) {
        throw new UsageError(`There is an application with the client id ${application.client_id} already.`);
      }
      const rows: [string, string][] = [
        ['Client id', application.client_id],
        ['Client secret', `${application.client_secret}  (shown once)`],
      ];
      terminal.print(`Added the application ${name}.\n${toColumns(rows)}`);
    }),
  );
}

const WORDS = {
  name: 'NAME',
  url: '--url',
  client_id: '--client-id',
  client_secret: '--client-secret',
  callback_url: '--callback-url',
  owner: '--owner',
};

function addList(parent: Command, terminal: Terminal): void {
  const command = parent.command('list').description('Lists the applications.');
  addStoreSettings(command).action(() =>
    withStore(terminal, command, async ({ store }) => {
      const applications = await store.applications.list();
      if (applications.length === 0)
        return terminal.print('There is no application; add one with: sparring app add NAME\n');
      const ownerIds = new Set(applications.flatMap(({ ownerId }) => ownerId ?? []));
      const owners = await Promise.all([...ownerIds].map((id) => store.users.byId(id)));
      const logins = new Map(owners.flatMap((owner) => (owner ? [[owner.id, owner.login] as const] : [])));
      terminal.print(
        toColumns(
          applications.map(({ clientId, name, url, ownerId }) => {
            const owner = ownerId === null ? undefined : logins.get(ownerId);
            return [clientId, `${name}  ${url}${owner === undefined ? '' : `  (${owner})`}`];
          }),
          '',
        ),
      );
    }),
  );
}
