import type { Command } from 'commander';
import type { Static } from 'typebox';
import { loadConfig } from '#config/load.ts';
import type { SettingName } from '#config/settings/settings.ts';
import { quote, UsageError } from '#config/usage-error.ts';
import type { LifecycleView } from '#control/operations/server/lifecycle.ts';
import { parseTimestamp, timestampExpectation } from '#http/syntax/timestamp.ts';
import { createRuntime } from '#runtime.ts';
import {
  addControlOptions,
  type ControlOptions,
  callOperation,
  findServer,
} from '../control/control-client.ts';
import { addSettings, readFlags } from '../options/options.ts';
import { formatLifecycle } from '../terminal/lifecycle-text.ts';
import { formatPlainJson } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';

interface LifecycleOptions extends ControlOptions {
  readonly at?: string;
  readonly json?: true;
}

export function addLifecycle(program: Command, terminal: Terminal): void {
  const command = program
    .command('lifecycle')
    .description('Shows how the deprecated endpoints respond now or at another time, and the next change.')
    .option('--at <TIME>', 'A date or timestamp, such as 2020-09-30 or 2020-09-30T07:00:00Z.')
    .option('--json', 'Prints JSON.');
  addSettings(addControlOptions(command), SETTINGS).action(async (options: LifecycleOptions) => {
    const url = findServer(options, command, terminal);
    const report = await (url === undefined
      ? describe(command, terminal, options.at)
      : ask(terminal, url, options));
    terminal.print(options.json ? `${formatPlainJson(report, 2)}\n` : formatLifecycle(report, terminal));
  });
}

const SETTINGS: readonly SettingName[] = ['config', 'lifecycle', 'deprecationHeaders', 'apiPasswords'];

type Report = Static<typeof LifecycleView>;

/** Describes the schedule of the settings. */
async function describe(command: Command, terminal: Terminal, at: string | undefined): Promise<Report> {
  const { settings, origins } = await loadConfig(readFlags(command), terminal.variables);
  const [{ readSchedule }, { describeLifecycle }] = await Promise.all([
    import('#control/seed/schedule.ts'),
    import('#accounts/domain/lifecycle/lifecycle-description.ts'),
  ]);
  const schedule = await readSchedule(settings.lifecycle, origins.lifecycle);
  const moment = at === undefined ? createRuntime().now() : parseTimestamp(at);
  if (moment === undefined) throw invalidTimestamp(at);
  return describeLifecycle(schedule, moment, {
    isAnnounced: settings.deprecationHeaders,
    apiPasswords: settings.apiPasswords,
  });
}

/** Reads the lifecycle of a running server. */
async function ask(terminal: Terminal, url: string, options: LifecycleOptions): Promise<Report> {
  const { at } = options;
  if (at !== undefined && parseTimestamp(at) === undefined) throw invalidTimestamp(at);
  const { readLifecycle } = await import('#control/operations/server/lifecycle.ts');
  return callOperation(terminal, url, readLifecycle, { input: { at }, options, noun: 'a lifecycle' });
}

function invalidTimestamp(at = ''): UsageError {
  return new UsageError(`--at must be ${timestampExpectation}, not ${quote(at)}.`);
}
