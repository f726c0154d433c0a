import type { Command } from 'commander';
import { quote, UsageError } from '../../config/usage-error.ts';
import {
  type CallView,
  listCalls,
  listUses,
  sinceExpectation,
  toSince,
  type UseView,
} from '../../operations/audit.ts';
import { createRuntime } from '../../runtime.ts';
import { toCallsText, toUsesText } from '../audit-text.ts';
import {
  addControlOptions,
  type ControlOptions,
  callOperation,
  findServer,
  urlHint,
} from '../control-client.ts';
import { toPlainJson } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { addStoreSettings, withStore } from '../with-store.ts';

interface AuditOptions extends ControlOptions {
  readonly login?: string;
  readonly clientId?: string;
  readonly userAgent?: string;
  readonly since?: string;
  readonly all?: true;
  readonly calls?: true;
  readonly json?: true;
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
    .option('--calls', 'Lists the calls one by one, the newest first.')
    .option('--json', 'Prints JSON.');
  addStoreSettings(addControlOptions(command)).action(async (options: AuditOptions) => {
    const { since } = options;
    if (since !== undefined && toSince(since, createRuntime().now()) === undefined)
      throw new UsageError(`--since must be ${sinceExpectation}, not ${quote(since)}.`);
    const url = findServer(options, command, terminal);
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
    const print = (report: Report, where = '') =>
      terminal.print(options.json ? `${toPlainJson(report, 2)}\n` : toText(report, options, where, terminal));
    if (url === undefined)
      return withStore(terminal, command, async ({ run, place }) => {
        const report = await (options.calls ? run(listCalls, input) : run(listUses, input));
        print(report, ` in ${place}${urlHint}`);
      });
    const request = { input, options, noun: 'an audit' };
    print(
      await (options.calls
        ? callOperation(terminal, url, listCalls, request)
        : callOperation(terminal, url, listUses, request)),
    );
  });
}

/** @param where the database that was read. */
function toText(
  { uses = [], calls = [] }: Report,
  options: AuditOptions,
  where: string,
  terminal: Terminal,
): string {
  if ((options.calls ? calls : uses).length === 0)
    return `No ${options.all ? '' : 'deprecated '}call is recorded${where}.\n`;
  return options.calls ? toCallsText(calls, terminal) : toUsesText(uses, terminal);
}

const MAX_ENTRIES = 10_000;
