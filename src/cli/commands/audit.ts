import type { Command } from 'commander';
import { quote, UsageError } from '../../config/usage-error.ts';
import { type CallView, sinceExpectation, toSince, type UseView } from '../../operations/audit.ts';
import { createRuntime } from '../../runtime.ts';
import { toCallsText, toUsesText } from '../audit-text.ts';
import {
  addControlOptions,
  type ControlOptions,
  callControl,
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
  /** The database that was read. */
  readonly place?: string;
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
    const report = await (url === undefined
      ? readDatabase(terminal, command, options)
      : readServer(terminal, url, options));
    const { place, ...answer } = report;
    terminal.print(options.json ? `${toPlainJson(answer, 2)}\n` : toText(report, options, terminal));
  });
}

function toText({ uses = [], calls = [], place }: Report, options: AuditOptions, terminal: Terminal): string {
  const list = options.calls ? calls : uses;
  if (list.length === 0) {
    const where = place === undefined ? '' : ` in ${place}${urlHint}`;
    return `No ${options.all ? '' : 'deprecated '}call is recorded${where}.\n`;
  }
  return options.calls ? toCallsText(calls, terminal) : toUsesText(uses, terminal);
}

const MAX_ENTRIES = 10_000;

async function readDatabase(terminal: Terminal, command: Command, options: AuditOptions): Promise<Report> {
  const { toCallView, toUseView } = await import('../../operations/audit.ts');
  const { login, clientId, userAgent, since, all } = options;
  let report: Report = {};
  await withStore(terminal, command, async ({ store: { audit }, runtime, place }) => {
    const filter = {
      login,
      clientId,
      userAgent,
      since: since === undefined ? undefined : toSince(since, runtime.now()),
      deprecatedOnly: !all,
    };
    report = options.calls
      ? { calls: (await audit.calls(filter, MAX_ENTRIES)).map(toCallView), place }
      : { uses: (await audit.uses(filter, MAX_ENTRIES)).map(toUseView), place };
  });
  return report;
}

async function readServer(terminal: Terminal, url: string, options: AuditOptions): Promise<Report> {
  const { login, clientId, userAgent, since, all } = options;
  const given = { login, client_id: clientId, user_agent: userAgent, since, deprecated: String(!all) };
  const query = new URLSearchParams({ limit: String(MAX_ENTRIES) });
  for (const [name, value] of Object.entries(given)) if (value !== undefined) query.set(name, value);
  const path = `/audit${options.calls ? '' : '/uses'}?${query}`;
  const answer = await callControl(terminal, url, { path, options });
  const [{ Value }, { Type }, { CallView, UseView }] = await Promise.all([
    import('typebox/value'),
    import('typebox'),
    import('../../operations/audit.ts'),
  ]);
  if (options.calls) {
    if (Value.Check(Type.Object({ calls: Type.Array(CallView) }), answer)) return answer;
  } else if (Value.Check(Type.Object({ uses: Type.Array(UseView) }), answer)) return answer;
  throw new UsageError(`The server at ${url} returned an audit that this version cannot read.`);
}
