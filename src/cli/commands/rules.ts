import type { Command } from 'commander';
import {
  addControlOptions,
  type ControlOptions,
  callOperation,
  callWithoutResult,
  requireServer,
} from '../control/control-client.ts';
import { formatRuleTable } from '../terminal/rule-text.ts';
import { formatPlainJson, replaceControls } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { addExplain } from './rules-explain.ts';
import { addImport } from './rules-import.ts';

interface RuleOptions extends ControlOptions {
  readonly bin?: string;
  readonly json?: true;
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
    const { listRules } = await import('#control/operations/rules/rules.ts');
    const input = { bin: options.bin };
    const { rules } = await callOperation(terminal, url, listRules, { input, options, noun: 'rules' });
    if (options.json) terminal.print(`${formatPlainJson(rules, 2)}\n`);
    else terminal.print(rules.length === 0 ? 'There is no rule.\n' : formatRuleTable(rules, terminal));
  });
}

function addShow(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('show <ID>')
    .description('Prints a rule as JSON.')
    .option(...BIN);
  addControlOptions(command).action(async (id: string, options: RuleOptions) => {
    const url = requireServer(options, command, terminal);
    const { readRule } = await import('#control/operations/rules/rules.ts');
    const input = { id, bin: options.bin };
    const rule = await callOperation(terminal, url, readRule, { input, options, noun: 'a rule' });
    terminal.print(`${formatPlainJson(rule, 2)}\n`);
  });
}

function addRemove(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('remove <ID>')
    .description('Removes a rule.')
    .option(...BIN);
  addControlOptions(command).action(async (id: string, options: RuleOptions) => {
    const url = requireServer(options, command, terminal);
    const { deleteRule } = await import('#control/operations/rules/rules.ts');
    const input = { id, bin: options.bin };
    await callWithoutResult(terminal, url, deleteRule, { input, options });
    terminal.print(replaceControls(`Removed the rule ${id}.`).concat('\n'));
  });
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
    const { exportRules } = await import('#control/operations/rules/rules-export.ts');
    const input = { bin: options.bin, secrets: options.showSecrets && 'show' };
    const rules = await callOperation(terminal, url, exportRules, { input, options, noun: 'rules' });
    if (options.json) terminal.print(`${formatPlainJson(rules, 2)}\n`);
    else terminal.print((await import('../terminal/plain-yaml.ts')).formatPlainYaml(rules));
  });
}
