import type { Command } from 'commander';
import { UsageError } from '../../config/usage-error.ts';
import type { MessageView } from '../../operations/outbox.ts';
import {
  addControlOptions,
  type ControlOptions,
  callControl,
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
    const messages =
      url === undefined
        ? await readDatabase(terminal, command, login)
        : await readServer(terminal, url, login, options);
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

async function readDatabase(terminal: Terminal, command: Command, login: string): Promise<MessageView[]> {
  const { toMessageView } = await import('../../operations/outbox.ts');
  const views: MessageView[] = [];
  await withStore(terminal, command, async (tools) => {
    const { id } = await findUser(tools, login, urlHint);
    views.push(...(await tools.store.messages.list(MAX_ENTRIES, id)).map(toMessageView));
  });
  return views;
}

async function readServer(
  terminal: Terminal,
  url: string,
  login: string,
  options: ControlOptions,
): Promise<MessageView[]> {
  const query = new URLSearchParams({ login, limit: String(MAX_ENTRIES) });
  const answer = await callControl(terminal, url, { path: `/outbox?${query}`, options });
  const [{ matches }, { Type }, { MessageView }] = await Promise.all([
    import('../../http/routing/validation.ts'),
    import('typebox'),
    import('../../operations/outbox.ts'),
  ]);
  if (matches(Type.Object({ messages: Type.Array(MessageView) }), answer)) return answer.messages;
  throw new UsageError(`The server at ${url} returned an outbox that this version cannot read.`);
}

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
