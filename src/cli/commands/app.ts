import type { Command } from 'commander';
import { UsageError } from '#config/usage-error.ts';
import {
  type AccountOptions,
  addAccountOptions,
  performOnAccounts,
  printChange,
} from '../control/account-target.ts';
import { formatPlainJson } from '../terminal/table.ts';
import { formatColumns, type Terminal } from '../terminal/terminal.ts';

interface AddOptions extends AccountOptions {
  readonly homepage?: string;
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
    .option('--homepage <URL>', 'URL of the home page. Without this flag, --url is the home page.')
    .option('--callback-url <URL>', 'The callback URL. The web flow requires one.')
    .option('--client-id <ID>', 'Up to 20 characters. The default is random.')
    .option('--client-secret <SECRET>', 'Up to 40 characters. The default is random.')
    .option('--owner <LOGIN>', 'Login of the owner.');
  addAccountOptions(command).action(async (name: string, { url, ...options }: AddOptions) => {
    const { homepage = url, clientId, clientSecret, callbackUrl, owner } = options;
    if (homepage === undefined) throw new UsageError('Add --homepage with the URL of the home page.');
    const server = options.homepage === undefined || url === undefined ? {} : { url };
    const { addNewApplication } = await import('#control/operations/server/applications.ts');
    const added = await performOnAccounts(
      terminal,
      command,
      { ...options, ...server },
      {
        operation: addNewApplication,
        input: {
          name,
          url: homepage,
          callback_url: callbackUrl,
          client_id: clientId,
          client_secret: clientSecret,
          owner,
        },
        noun: 'an application',
        names: { ...NAMES, url: options.homepage === undefined ? '--url' : '--homepage' },
      },
    );
    const { client_id, client_secret } = added.result;
    printChange(terminal, options, added, `Added the application ${name}.`, [
      ['Client id', client_id],
      ['Client secret', `${client_secret}  (shown once)`],
    ]);
  });
}

const NAMES = {
  name: 'NAME',
  client_id: '--client-id',
  client_secret: '--client-secret',
  callback_url: '--callback-url',
};

function addList(parent: Command, terminal: Terminal): void {
  const command = parent.command('list').description('Lists the applications.');
  addAccountOptions(command).action(async (options: AccountOptions) => {
    const { listApplications } = await import('#control/operations/server/applications.ts');
    const { result, place } = await performOnAccounts(terminal, command, options, {
      operation: listApplications,
      input: {},
      noun: 'applications',
    });
    if (options.json) return terminal.print(`${formatPlainJson({ ...result, ...place }, 2)}\n`);
    const { applications } = result;
    if (applications.length === 0)
      return terminal.print(
        `There is no application ${place.server === undefined ? `in ${place.database}` : `on ${place.server}`}; add one with: sparring app add NAME --homepage URL\n`,
      );
    terminal.print(
      formatColumns(
        applications.map(({ client_id, name, url, owner }) => [
          client_id,
          `${name}  ${url}${owner === null ? '' : `  (${owner})`}`,
        ]),
        '',
      ),
    );
  });
}
