import type { Command } from 'commander';
import type { MessageView } from '#control/operations/server/outbox.ts';
import { type AccountOptions, addAccountOptions, performOnAccounts } from '../control/account-target.ts';
import { formatPlainJson, replaceControls } from '../terminal/table.ts';
import { formatColumns, type Terminal } from '../terminal/terminal.ts';

interface OutboxOptions extends AccountOptions {
  readonly all?: true;
}

export function addOutbox(program: Command, terminal: Terminal): void {
  const command = program
    .command('outbox <LOGIN>')
    .description('Prints the newest code that was sent to a user by text message, and nothing else.')
    .option('--all', 'Lists all messages to the user, newest first.');
  addAccountOptions(command).action(async (login: string, options: OutboxOptions) => {
    const { listMessages } = await import('#control/operations/server/outbox.ts');
    const { result, place } = await performOnAccounts(terminal, command, options, {
      operation: listMessages,
      input: { login, limit: MAX_ENTRIES },
      noun: 'an outbox',
    });
    const { messages } = result;
    if (options.json) return terminal.print(`${formatPlainJson({ messages, ...place }, 2)}\n`);
    if (options.all) return terminal.print(formatMessages(messages, login));
    const newest = messages.find(({ code, spent }) => code !== null && !spent);
    // Not a usage error: a script may try again.
    if (!newest) throw new Error(`There is no code for ${login}; ${HINT}.`);
    terminal.print(`${newest.code ?? ''}\n`);
  });
}

const HINT =
  'to users with two-factor by text message one is sent, on a POST, PUT or PATCH to /authorizations without a code';

const MAX_ENTRIES = 1000;

function formatMessages(messages: readonly MessageView[], login: string): string {
  if (messages.length === 0) return `Nothing was sent to ${login}.\n`;
  return formatColumns(
    messages.map(({ sent_at, to, text, spent }) => [
      sent_at,
      replaceControls(`${to}  ${text}${spent ? '  (used)' : ''}`),
    ]),
    '',
  );
}
