import type { Command } from 'commander';
import type { MessageView } from '../../operations/outbox.ts';
import {
  addControlOptions,
  type ControlOptions,
  callOperation,
  findServer,
  urlHint,
} from '../control-client.ts';
import { toPlainText } from '../table.ts';
import { type Terminal, toColumns } from '../terminal.ts';
import { addStoreSettings, findUser, withStore } from '../with-store.ts';

interface OutboxOptions extends ControlOptions {
  readonly all?: true;
}

export function addOutbox(program: Command, terminal: Terminal): void {
  const command = program
    .command('outbox <LOGIN>')
    .description('Prints the newest code that was sent to a user by text message, and nothing else.')
    .option('--all', 'Lists all messages to the user, newest first.');
  addStoreSettings(addControlOptions(command)).action(async (login: string, options: OutboxOptions) => {
    const url = findServer(options, command, terminal);
    const { listMessages } = await import('../../operations/outbox.ts');
    const input = { login, limit: MAX_ENTRIES };
    const { messages } =
      url === undefined
        ? await withStore(terminal, command, async (tools) => {
            await findUser(tools, login, urlHint);
            return tools.run(listMessages, input);
          })
        : await callOperation(terminal, url, listMessages, { input, options, noun: 'an outbox' });
    if (options.all) return terminal.print(toList(messages, login));
    const newest = messages.find(({ code, spent }) => code !== null && !spent);
    // Not a usage error: a script may try again.
    if (!newest) throw new Error(`There is no code for ${login}; ${HINT}.`);
    terminal.print(`${toPlainText(newest.code ?? '')}\n`);
  });
}

const HINT =
  'to users with two-factor by text message one is sent, on a POST, PUT or PATCH to /authorizations without a code';

const MAX_ENTRIES = 1000;

function toList(messages: readonly MessageView[], login: string): string {
  if (messages.length === 0) return `Nothing was sent to ${login}.\n`;
  return toColumns(
    messages.map(({ sent_at, to, text, spent }) => [
      sent_at,
      toPlainText(`${to}  ${text}${spent ? '  (used)' : ''}`),
    ]),
    '',
  );
}
