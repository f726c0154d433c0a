import type { Command } from 'commander';
import { quote, UsageError } from '#config/usage-error.ts';
import {
  type CallView,
  listCalls,
  listUses,
  parseSince,
  sinceExpectation,
  type UseView,
} from '#control/operations/server/audit.ts';
import { createRuntime } from '#runtime.ts';
import { type AccountOptions, addAccountOptions, performOnAccounts } from '../control/account-target.ts';
import { urlHint } from '../control/control-client.ts';
import { formatCalls, formatUses } from '../terminal/audit-text.ts';
import { formatPlainJson } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';

interface AuditOptions extends AccountOptions {
  readonly login?: string;
  readonly clientId?: string;
  readonly userAgent?: string;
  readonly since?: string;
  readonly all?: true;
  readonly calls?: true;
}

interface Report {
  readonly uses?: readonly UseView[];
  readonly calls?: readonly CallView[];
}

export function addAudit(program: Command, terminal: Terminal): void {
  const command = program
    .command('audit')
    .description('Lists the programs that make deprecated calls of the API, with user and count.')
    .option('--login <LOGIN>', 'Calls of this user.')
    .option('--client-id <ID>', 'Calls of or about this application.')
    .option('--user-agent <TEXT>', 'Calls of programs whose User-Agent contains this text.')
    .option('--since <TIME>', 'Calls since this time, or of the last hours or days: 24h, 7d.')
    .option('--all', 'Includes calls that are not deprecated.')
    .option('--calls', 'Lists the calls one by one, the newest first.');
  addAccountOptions(command).action(async (options: AuditOptions) => {
    const { since } = options;
    if (since !== undefined && parseSince(since, createRuntime().now()) === undefined)
      throw new UsageError(`--since must be ${sinceExpectation}, not ${quote(since)}.`);
    const { login, clientId, userAgent, all } = options;
    const deprecated = String(!all);
    const input = {
      login,
      client_id: clientId,
      user_agent: userAgent,
      since,
      deprecated,
      limit: MAX_ENTRIES,
    };
    const call = { input, noun: 'an audit' };
    const { result, place } = options.calls
      ? await performOnAccounts(terminal, command, options, { ...call, operation: listCalls })
      : await performOnAccounts(terminal, command, options, { ...call, operation: listUses });
    if (options.json) return terminal.print(`${formatPlainJson({ ...result, ...place }, 2)}\n`);
    const where = place.database === undefined ? '' : ` in ${place.database}${urlHint}`;
    terminal.print(formatReport(result, options, where, terminal));
  });
}

/** @param where the database that was read. */
function formatReport(
  { uses = [], calls = [] }: Report,
  options: AuditOptions,
  where: string,
  terminal: Terminal,
): string {
  if ((options.calls ? calls : uses).length === 0)
    return `No ${options.all ? '' : 'deprecated '}call is recorded${where}.\n`;
  return options.calls ? formatCalls(calls, terminal) : formatUses(uses, terminal);
}

const MAX_ENTRIES = 10_000;
