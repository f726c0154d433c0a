import type { Command } from 'commander';
import { readText } from '../../config/document.ts';
import { UsageError } from '../../config/usage-error.ts';
import {
  addControlOptions,
  type ControlOptions,
  callOperation,
  callWithoutResult,
  requireServer,
} from '../control-client.ts';
import { toRuleTable } from '../rule-text.ts';
import { toPlainJson, toPlainText } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { addExplain } from './rules-explain.ts';

interface RuleOptions extends ControlOptions {
  readonly bin?: string;
  readonly json?: true;
}

interface ImportOptions extends RuleOptions {
  readonly base?: string;
  readonly ignoreQuery?: string;
  readonly keepCookies?: true;
  readonly dry?: true;
}

/** The commands for the rules of a running server. */
export function addRuleCommands(program: Command, terminal: Terminal): void {
  const rules = program
    .command('rules')
    .helpCommand(false)
    .description('Lists, shows, removes, explains, imports and exports the rules of a running server.');
  addList(rules, terminal);
  addShow(rules, terminal);
  addRemove(rules, terminal);
  addExplain(rules, terminal);
  addImport(rules, terminal);
  addExport(rules, terminal);
}

const BIN = ['--bin <KEY>', 'The rules of this bin.'] as const;

function addList(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('list', { isDefault: true })
    .description('Lists the rules in the order of their use.')
    .option(...BIN)
    .option('--json', 'Prints JSON.');
  addControlOptions(command).action(async (options: RuleOptions) => {
    const url = requireServer(options, command, terminal);
    const { listRules } = await import('../../operations/rules/rules.ts');
    const input = { bin: options.bin };
    const { rules } = await callOperation(terminal, url, listRules, { input, options, noun: 'rules' });
    if (options.json) terminal.print(`${toPlainJson(rules, 2)}\n`);
    else terminal.print(rules.length === 0 ? 'There is no rule.\n' : toRuleTable(rules, terminal));
  });
}

function addShow(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('show <ID>')
    .description('Prints a rule as JSON.')
    .option(...BIN);
  addControlOptions(command).action(async (id: string, options: RuleOptions) => {
    const url = requireServer(options, command, terminal);
    const { readRule } = await import('../../operations/rules/rules.ts');
    const input = { id, bin: options.bin };
    const rule = await callOperation(terminal, url, readRule, { input, options, noun: 'a rule' });
    terminal.print(`${toPlainJson(rule, 2)}\n`);
  });
}

function addRemove(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('remove <ID>')
    .description('Removes a rule.')
    .option(...BIN);
  addControlOptions(command).action(async (id: string, options: RuleOptions) => {
    const url = requireServer(options, command, terminal);
    const { deleteRule } = await import('../../operations/rules/rules.ts');
    const input = { id, bin: options.bin };
    await callWithoutResult(terminal, url, deleteRule, { input, options });
    terminal.print(toPlainText(`Removed the rule ${id}.`).concat('\n'));
  });
}

function addImport(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('import <FILE>')
    .description('Adds rules that send the recorded responses of an HTTP Archive again.')
    .option('--bin <KEY>', 'The bin of the rules.')
    .option('--base <PREFIX>', 'A prefix of the URLs, or of their paths, that is removed.')
    .option(
      '--ignore-query <NAMES>',
      'Parameters of the query that no rule compares, with commas between them.',
    )
    .option('--keep-cookies', 'Keeps the cookies of responses.')
    .option('--dry', 'Adds no rule, and prints the rules as JSON.');
  addControlOptions(command).action(async (file: string, options: ImportOptions) => {
    const url = requireServer(options, command, terminal);
    const log = toLog(await readText(file, 'FILE'), file);
    const { importRecorded } = await import('../../operations/rules/rules-import.ts');
    const { bin, base, ignoreQuery, keepCookies, dry } = options;
    const source = {
      log,
      ...(bin !== undefined && { bin }),
      ...(base !== undefined && { base }),
      ...(ignoreQuery !== undefined && { ignore_query: ignoreQuery.split(',') }),
      ...(keepCookies && { secrets: 'keep' }),
    };
    const input = { source, dry: dry && 'true' };
    const { rules, left_out: leftOut } = await callOperation(terminal, url, importRecorded, {
      ...{ input, options, noun: 'rules' },
    });
    for (const { entry, reason } of leftOut)
      terminal.printError(toPlainText(`Entry ${entry} ${reason}.`).concat('\n'));
    if (dry) terminal.print(`${toPlainJson(rules, 2)}\n`);
    else terminal.print(`Added ${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}.\n`);
  });
}

/** The member `log` of an archive. */
function toLog(text: string, file: string): unknown {
  try {
    const { log }: { log?: unknown } = Object(JSON.parse(text));
    return log;
  } catch (cause) {
    throw new UsageError(`${file} is not JSON.`, { cause });
  }
}

function addExport(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('export')
    .description('Prints the rules as YAML, in the form of a file for --rules.')
    .option(...BIN)
    .option('--show-secrets', 'Prints credentials, without which the rules cannot be added again.')
    .option('--json', 'Prints JSON.');
  addControlOptions(command).action(async (options: RuleOptions & { readonly showSecrets?: true }) => {
    const url = requireServer(options, command, terminal);
    const { exportRules } = await import('../../operations/rules/rules-export.ts');
    const input = { bin: options.bin, secrets: options.showSecrets && 'show' };
    const rules = await callOperation(terminal, url, exportRules, { input, options, noun: 'rules' });
    if (options.json) terminal.print(`${toPlainJson(rules, 2)}\n`);
    else terminal.print((await import('../plain-yaml.ts')).toPlainYaml(rules));
  });
}
