import type { Command } from 'commander';
import { UsageError } from '../../config/usage-error.ts';
import { percentEncode } from '../../http/syntax/percent.ts';
import type { User } from '../../store/index.ts';
import {
  addControlOptions,
  type ControlOptions,
  callControl,
  findServer,
  urlHint,
} from '../control-client.ts';
import type { Terminal } from '../terminal.ts';
import { addStoreSettings, findUser, type StoreTools, withStore } from '../with-store.ts';

export function addCode(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('code <LOGIN>')
    .description(
      'Prints the current one-time password of a user, and nothing else: that of the app, or the last one sent.',
    );
  addStoreSettings(addControlOptions(command)).action(async (login: string, options: ControlOptions) => {
    const url = findServer(options, command, terminal);
    if (url !== undefined) return terminal.print(`${await ask(terminal, url, login, options)}\n`);
    await withStore(terminal, command, async (tools) => {
      terminal.print(`${await find(tools, await findUser(tools, login, urlHint))}\n`);
    });
  });
}

async function find({ store, runtime }: StoreTools, user: User): Promise<string> {
  const { login, twoFactor } = user;
  if (!twoFactor) {
    throw new UsageError(`${login} has no second factor; sparring user two-factor adds one.`);
  }
  const { findCurrentCode } = await import('../../authorizations/sign-in/one-time-password.ts');
  const current = await findCurrentCode(store, user, runtime.now());
  // Not a usage error: a script may try again.
  if (!current) throw new Error(`No valid code was sent to ${login}.`);
  return current.code;
}

async function ask(terminal: Terminal, url: string, login: string, options: ControlOptions): Promise<string> {
  const path = `/one-time-password/${percentEncode(login)}`;
  const answer = await callControl(terminal, url, { path, options });
  const { code }: { code?: unknown } = typeof answer === 'object' && answer !== null ? answer : {};
  if (typeof code === 'string' && /^\d+$/.test(code)) return code;
  throw new UsageError(`The server at ${url} returned a code that this version cannot read.`);
}
