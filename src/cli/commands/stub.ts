import type { Command } from 'commander';
import { quote, UsageError } from '#config/usage-error.ts';
import { parseRequestText } from '#journal/matching/request-text.ts';
import {
  addControlOptions,
  type ControlOptions,
  callOperation,
  requireServer,
} from '../control/control-client.ts';
import { headerOption, parseHeader } from '../options/header-option.ts';
import { formatEffect } from '../terminal/rule-text.ts';
import { replaceControls } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';

interface StubOptions extends ControlOptions {
  readonly id?: string;
  readonly status?: string;
  readonly json?: string;
  readonly body?: string;
  readonly type?: string;
  readonly header?: readonly string[];
  readonly redirect?: string;
  readonly delay?: string;
  readonly fault?: string;
  readonly template?: true;
  readonly bin?: string;
  readonly count?: string;
}

/** `sparring stub`, for one response. Lists of responses and other conditions need a file of rules. */
export function addStub(program: Command, terminal: Terminal): void {
  const command = program
    .command('stub <REQUEST>')
    .description('Adds a rule to a running server that responds to a request, such as "GET /v1/users/{id}".')
    .option(
      '--status <STATUS>',
      'A status, or several with weights, such as 503:1,200:3. The default is 200.',
    )
    .option('--json <JSON>', 'The content as JSON.')
    .option('--body <TEXT>', 'The content as text.')
    .option('--type <TYPE>', 'The Content-Type.')
    .addOption(headerOption())
    .option('--redirect <URL>', 'The Location of a redirect. The default status is 302.')
    .option('--delay <SECONDS>', 'Seconds before the response, or a text such as 0.2..0.8.')
    .option('--fault <FAULT>', 'A fault, such as reset@headers.')
    .option('--template', 'Replaces expressions such as {{path.id}} by parts of the request.')
    .option('--bin <KEY>', 'Requests of this bin.')
    .option('--count <COUNT>', 'Number of requests. The default is every request.')
    .option('--id <ID>', 'The id of the rule, which replaces one with the same id. The default is a number.');
  addControlOptions(command).action(async (request: string, options: StubOptions) => {
    const url = requireServer(options, command, terminal);
    const { addRules, putRule } = await import('#control/operations/rules/rules.ts');
    const rule = buildRule(request, options);
    const { id, bin } = options;
    const added =
      id === undefined
        ? (await callOperation(terminal, url, addRules, { input: { rules: rule }, options, noun: NOUN }))
            .rules[0]
        : await callOperation(terminal, url, putRule, { input: { id, bin, rule }, options, noun: NOUN });
    if (added)
      terminal.print(replaceControls(`Rule ${added.id}: ${request} -> ${formatEffect(added)}`).concat('\n'));
  });
}

const NOUN = 'a rule';

function buildRule(request: string, options: StubOptions): object {
  const { json, header = [], delay, template, bin, count, status, body, type, redirect, fault } = options;
  return {
    match: parseRequestText(request),
    respond: {
      ...given({ status, body, type, redirect, fault, template, delay }),
      ...(json !== undefined && { json: parseJsonOption(json) }),
      ...(header.length > 0 && { headers: header.map(parseHeader) }),
    },
    ...(bin !== undefined && { bin }),
    ...(count !== undefined && { count: parseCount(count) }),
  };
}

function given(members: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

function parseJsonOption(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`--json must be JSON, not ${quote(text)}.`, { cause });
  }
}

function parseCount(text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new UsageError(`--count must be a number of requests, not ${quote(text)}.`);
}
