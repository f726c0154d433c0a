import type { Command } from 'commander';
import type { Static } from 'typebox';
import { quote, UsageError } from '#config/usage-error.ts';
import type { Explanation } from '#control/operations/rules/rules-explain.ts';
import { parseRequestText } from '#journal/matching/request-text.ts';
import {
  addControlOptions,
  type ControlOptions,
  callOperation,
  requireServer,
} from '../control/control-client.ts';
import { headerOption, parseHeader } from '../options/header-option.ts';
import { formatPlainJson, formatTable, replaceControls } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';

interface ExplainOptions extends ControlOptions {
  readonly header?: readonly string[];
  readonly body?: string;
  readonly bin?: string;
  readonly json?: true;
}

/** `sparring rules explain`, for a request that is described, or for one of the journal. */
export function addExplain(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('explain <REQUEST>')
    .description(
      'Explains which rules apply to a request, such as "GET /v1/users/1", or to one of the journal by its number. No count changes.',
    )
    .addOption(headerOption())
    .option('--body <TEXT>', 'The body as text.')
    .option('--bin <KEY>', 'A request to this bin.')
    .option('--json', 'Prints JSON.');
  addControlOptions(command).action(async (request: string, options: ExplainOptions) => {
    const url = requireServer(options, command, terminal);
    const { explainRequest } = await import('#control/operations/rules/rules-explain.ts');
    const input = parseExplainInput(request, options);
    const explained = await callOperation(terminal, url, explainRequest, {
      input,
      options,
      noun: 'an explanation',
    });
    terminal.print(
      options.json ? `${formatPlainJson(explained, 2)}\n` : formatExplanation(explained, terminal),
    );
  });
}

/** @throws UsageError */
function parseExplainInput(request: string, { header = [], body, bin }: ExplainOptions): object {
  if (/^\d+$/.test(request)) {
    if (header.length > 0 || body !== undefined || bin !== undefined)
      throw new UsageError('--header, --body and --bin belong to a described request, not to a number.');
    return { request: Number(request) };
  }
  const { method, path } = parseRequestText(request);
  if (!path.startsWith('/'))
    throw new UsageError(
      `REQUEST must be a method and a path, such as "GET /v1/users/1", or the number of a request, not ${quote(request)}.`,
    );
  const headers = Map.groupBy(header.map(parseHeader), ([name]) => name);
  return {
    ...(method !== undefined && { method }),
    target: bin === undefined ? path : `/bin/${bin}${path}`,
    headers: Object.fromEntries([...headers].map(([name, pairs]) => [name, pairs.map(([, value]) => value)])),
    ...(body !== undefined && { body }),
  };
}

/** Maximum number of rules in the table. */
const MAX_ROWS = 50;

function formatExplanation({ text, rules }: Static<typeof Explanation>, terminal: Terminal): string {
  const sentences = text.split('\n').map((line) => `${replaceControls(line)}\n`);
  if (rules.length === 0) return sentences.join('');
  const rows = rules.slice(0, MAX_ROWS).map((rule) => {
    const { id, bin = '', phase, applies } = rule;
    return [id, bin, phase, applies ? 'yes' : 'no', reasonOf(rule)];
  });
  const more = rules.length - rows.length;
  return [
    ...sentences,
    '\n',
    formatTable(['ID', 'BIN', 'PHASE', 'APPLIES', 'WHY'], rows, terminal),
    ...(more > 0 ? [`… and ${more} more; --json prints all of them.\n`] : []),
  ].join('');
}

/** Why a rule does not apply; empty for one that applies. */
function reasonOf({ applies, state, differences }: Static<typeof Explanation>['rules'][number]): string {
  if (applies) return '';
  const parts = differences.map(({ part, text }) => `${part}: ${text}`);
  const reasons = state === undefined ? parts : [state, ...parts];
  return reasons.length > 0 ? reasons.join('; ') : 'another rule applies before it';
}
